/** Electron checklist, item 2: our windows have no Node, nor do their workers and frames. */

export const noNode = {
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
} as const
