/** Electron checklist, item 2: a window of ours has no Node, nor have its workers and frames. */

export const noNode = {
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
} as const
