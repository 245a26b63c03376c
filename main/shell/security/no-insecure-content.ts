/** Electron checklist, item 8: no content over plain HTTP in a secure document. */

export const noInsecureContent = { allowRunningInsecureContent: false } as const
