import { userInfo } from 'node:os'

/**
 * The name of the computer's account. A directory service that is down, or a container, has no entry
 * for it: then the name that the system's environment has, else its number.
 */
export function accountName(
  lookUp: () => { readonly username: string } = userInfo,
  { USER, LOGNAME, USERNAME }: NodeJS.ProcessEnv = process.env,
): string {
  try {
    return lookUp().username
  } catch {
    return USER ?? LOGNAME ?? USERNAME ?? `account ${String(process.getuid?.() ?? 'unknown')}`
  }
}
