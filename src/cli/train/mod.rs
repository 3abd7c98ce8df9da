//! Commands that make and judge networks, weights and what they learn from.

pub(crate) mod convert;
pub(crate) mod data_args;
pub(crate) mod datagen;
pub(crate) mod datainfo;
pub(crate) mod generations;
pub(crate) mod label;
pub(crate) mod nettest;
pub(crate) mod network;
pub(crate) mod policy;
pub(crate) mod policytest;
pub(crate) mod pool_files;
pub(crate) mod relabel;
pub(crate) mod tune;
pub(crate) mod wdl;
