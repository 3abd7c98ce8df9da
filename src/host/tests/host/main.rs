//! Workers, external engines and reviews.

mod external;
mod review_words;
mod worker;
mod worker_pool;
