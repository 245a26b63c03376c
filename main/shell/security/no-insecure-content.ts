/** Electron checklist, item 8: nothing comes over plain HTTP into a secure document. */

export const noInsecureContent = { allowRunningInsecureContent: false } as const
