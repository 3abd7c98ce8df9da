//! Workers and reviews.

mod review_words;
mod worker;
mod worker_pool;
