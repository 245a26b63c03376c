/**
 * Returns the keychain process's environment: the given one without a language, so that messages
 * are those classify.ts knows.
 */
export const environmentOf = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  LC_ALL: 'C.UTF-8',
  LANGUAGE: 'C',
})
