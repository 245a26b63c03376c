/** What `import ... from 'electron'` gives in a utility process. */
export const { parentPort } = process
