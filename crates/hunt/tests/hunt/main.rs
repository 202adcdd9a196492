//! Hunts for boards, and for boards that a program gets wrong.

mod counterexamples;
mod graded;
mod hunts;
