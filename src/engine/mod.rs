//! The search engine: what it is asked, what it answers, what it tells while it thinks. It prints nothing and owns no channel.
