/** Finds PostgreSQL's programs on this computer. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian keeps the programs by version, outside of the path. */
const versions = '/usr/lib/postgresql'
/** Homebrew's folders are not on the path of a program that was started from the dock. */
const homebrew = ['/opt/homebrew/bin', '/usr/local/bin']

/**
 * Returns the folder that contains `initdb` and `pg_ctl`, of the newest version on Debian, or
 * undefined; always undefined on Windows, which lacks the sockets.
 */
export function findPostgres(): string | undefined {
  if (process.platform === 'win32') return undefined
  const ofDebian = existsSync(versions)
    ? readdirSync(versions)
        .toSorted((one, other) => Number(other) - Number(one))
        .map((version) => join(versions, version, 'bin'))
    : []
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...ofDebian, ...onPath, ...homebrew].find((folder) =>
    ['initdb', 'pg_ctl'].every((program) => existsSync(join(folder, program))),
  )
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
