import { rm } from 'node:fs/promises'

/** Removes a program's data folder; a Chromium that dies with its program may write a moment longer. */
export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
