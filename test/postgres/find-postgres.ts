/** Finds PostgreSQL's programs: Debian keeps them by version, outside of the path. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onPath } from '../electron-stand-in/find-chromium.ts'

const versions = '/usr/lib/postgresql'

/**
 * Returns the folder that contains `initdb` and `postgres` of the newest version, or undefined;
 * always undefined on Windows, which lacks the sockets that the tests use.
 */
export function findPostgres(): string | undefined {
  if (process.platform === 'win32') return undefined
  const folders = existsSync(versions)
    ? readdirSync(versions)
        .toSorted((one, other) => Number(other) - Number(one))
        .map((version) => join(versions, version, 'bin'))
    : []
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')))
  if (found !== undefined) return found
  const initdb = onPath('initdb')
  return initdb === undefined ? undefined : dirname(initdb)
}

/** An account of the system. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/**
 * Returns the account for a server. PostgreSQL refuses root, so the account of the Debian package
 * is used then; undefined for anybody else, who runs it as themselves. Throws if root lacks it.
 */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const line = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  if (line === null) throw new Error('PostgreSQL refuses root, and there is no account postgres')
  return { uid: Number(line[1]), gid: Number(line[2]) }
}
