/** The module that `import ... from 'electron'` returns in a utility process. */
export const { parentPort } = process
