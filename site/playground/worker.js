// Answers questions one after the other.

importScripts("program.js");

/** @type {WebAssembly.Module} */
let program;

/** @param {MessageEvent<{ module: WebAssembly.Module } | { number: number, question: string }>} event */
function asked(event) {
  if ("module" in event.data) {
    program = event.data.module;
    return;
  }
  const { number, question } = event.data;
  answers(program, question, (answer) => postMessage({ number, answer }));
  postMessage({ number, answer: null });
}

addEventListener("message", asked);
