/**
 * The id that the system gave this computer. It is in no user's profile, so it neither roams nor is
 * copied with a folder; a cloned disk has it too, unless it was made ready for cloning. Never store
 * or show it as it is: machine-id(5) asks for a keyed hash, since other programs know the same id.
 */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { win32 } from 'node:path'
import { promisify } from 'node:util'

/** Undefined: the system gives none, or does not let it be read. Never rejects. */
export type ReadComputerId = () => Promise<string | undefined>

/** The parts of the system that are asked. Both reject if there is no answer. */
export interface ComputerSystem {
  readonly platform: NodeJS.Platform
  readonly env: NodeJS.ProcessEnv
  readonly read: (file: string) => Promise<string>
  /** Runs a program of the system, by its whole path, and returns its output. */
  readonly run: (program: string, args: readonly string[]) => Promise<string>
}

/** Long, since without the id nothing is compared, and a computer is slow just after a first log-on. */
const timeoutMs = 30_000

export const thisSystem: ComputerSystem = {
  platform: process.platform,
  env: process.env,
  read: (file) => readFile(file, 'utf8'),
  async run(program, args) {
    const { stdout } = await promisify(execFile)(program, args, {
      timeout: timeoutMs,
      windowsHide: true,
    })
    return stdout
  },
}

/** Asks the system until it has told the id once. */
export function computerIdReader(system: ComputerSystem = thisSystem): ReadComputerId {
  let known: string | undefined
  return async () => (known ??= await idFrom(sourcesOf(system)))
}

async function idFrom(sources: readonly Ask[]): Promise<string | undefined> {
  for (const ask of sources) {
    const id = await ask().catch(() => undefined)
    if (id !== undefined && !/^[0-]*$/.test(id)) return id.toLowerCase()
  }
  return undefined
}

type Ask = () => Promise<string | undefined>

function sourcesOf({ platform, env, read, run }: ComputerSystem): readonly Ask[] {
  switch (platform) {
    case 'win32':
      // A library that reads the registry would be one more native module.
      return [
        async () => {
          const reg = win32.join(env['SystemRoot'] ?? String.raw`C:\Windows`, 'System32', 'reg.exe')
          const key = String.raw`HKLM\SOFTWARE\Microsoft\Cryptography`
          const output = await run(reg, ['query', key, '/v', 'MachineGuid', '/reg:64'])
          return /MachineGuid\s+REG_SZ\s+([0-9a-f-]{36})\s*$/im.exec(output)?.[1]
        },
      ]
    case 'darwin':
      return [
        async () => {
          const output = await run('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice'])
          return /"IOPlatformUUID" = "([0-9A-F-]{36})"/i.exec(output)?.[1]
        },
      ]
    default:
      // The second is the first's name from before systemd; "uninitialized" is no id.
      return ['/etc/machine-id', '/var/lib/dbus/machine-id'].map((file) => async () => {
        const id = (await read(file)).trim()
        return /^[0-9a-f]{32}$/i.test(id) ? id : undefined
      })
  }
}
