/**
 * A minimal Debian root with this machine's network settings (apt's sources, npm's settings,
 * certificates, proxies) and nothing else of it. Every program in it has its own namespaces, so
 * that its mounts and remaining processes end with it: when the root is removed, nothing is mounted
 * in it.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { chmod, copyFile, cp, mkdir, mkdtemp, realpath, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { firstThatWorks, type Cut } from './network-cut.ts'
import { root as repository, run } from './run.ts'

const separate = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc'] as const

/**
 * Returns how to give a program its own namespaces here; undefined: neither root nor user
 * namespaces.
 */
export const ownNamespaces = (): Promise<Cut | undefined> =>
  firstThatWorks([
    ['unshare', ...separate],
    ['unshare', ...separate, '--map-root-user', '--map-auto'],
  ])

/** A program that was started. */
export interface Running {
  /** Its exit code; not 0 for a program that a signal ended. */
  readonly ended: Promise<number>
  /** Closes its standard input. */
  readonly closeInput: () => void
  /** Its standard error, which is also shown. */
  readonly errors: Readable
}

/** Files of this machine that a root needs to reach apt's and npm's registries. */
const waysOut = [
  '/etc/hosts',
  '/etc/ssl/certs',
  '/usr/share/ca-certificates',
  '/usr/local/share/ca-certificates',
  '/usr/share/keyrings',
  '/etc/apt/keyrings',
  '/etc/apt/trusted.gpg.d',
  '/etc/apt/auth.conf',
  '/etc/apt/auth.conf.d',
]
const waysOutByName = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'npm_config_cafile']
const npmSettings = /^npm_config_(registry|cafile|proxy|https_proxy|noproxy|strict_ssl)$/i
const proxies = /^(https?|all|no)_proxy$/i

/** The environment of a command in the root. */
function environment(): NodeJS.ProcessEnv {
  const known = Object.entries(process.env).filter(
    ([name]) => waysOutByName.includes(name) || npmSettings.test(name) || proxies.test(name),
  )
  return {
    ...Object.fromEntries(known),
    HOME: '/root',
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  }
}

/**
 * The first process of the namespace stays a shell, which collects processes whose parents ended.
 */
const inRoot = `
for at in proc sys dev; do mount --rbind "/$at" "$0/$at" || exit; done
mount -t tmpfs -o mode=1777 tmpfs "$0/dev/shm" || exit
chroot "$0" sh -c "$1"
exit $?`

/** A folder for a Debian root, and the operations on it. */
export class FreshRoot {
  readonly #namespaces: Cut
  readonly #running = new Map<ChildProcess, Promise<number>>()
  readonly folder: string

  private constructor(folder: string, namespaces: Cut) {
    this.folder = folder
    this.#namespaces = namespaces
  }

  /** Creates an empty folder in the system's temporary folder. */
  static async reserve(namespaces: Cut): Promise<FreshRoot> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'countersign-fresh-')))
    return new FreshRoot(folder, namespaces)
  }

  get #debian(): string {
    return join(this.folder, 'root')
  }

  /** Creates the root from this machine's own Debian release. */
  async make(): Promise<void> {
    const acquire = await run('apt-config', ['dump', 'Acquire'], { quiet: true })
    const options = join(this.folder, 'apt.conf')
    await writeFile(options, acquire.output)
    const mmdebstrap = ['mmdebstrap', '--mode=root', '--variant=apt', `--aptopt=${options}`]
    const of = [debianRelease(), this.#debian, ...aptSources()]
    const making = this.#start('"$0" "$@"; exit $?', [...mmdebstrap, ...of])
    if ((await making.ended) !== 0) throw new Error('mmdebstrap could not make the root')
    // Packages must not start services there: these would survive the command that installed them.
    const policy = join(this.#debian, 'usr/sbin/policy-rc.d')
    await writeFile(policy, '#!/bin/sh\nexit 101\n')
    await chmod(policy, 0o755)
  }

  /** Copies the network settings, then Node and npm as they run this script. */
  async equip(): Promise<void> {
    const named = waysOutByName.flatMap((name) => process.env[name] ?? [])
    for (const path of new Set([...waysOut, ...named])) await this.#copy(path, path)
    const { npm_node_execpath: node, npm_execpath: npm } = process.env
    if (!node || basename(npm ?? '') !== 'npm-cli.js') throw new Error('npm has to run this script')
    const npmFolder = '/usr/local/lib/node_modules/npm'
    await this.#copy(node, '/usr/local/bin/node')
    await this.#copy(dirname(dirname(await realpath(npm ?? ''))), npmFolder)
    await symlink(`${npmFolder}/bin/npm-cli.js`, join(this.#debian, 'usr/local/bin/npm'))
    const { npm_config_globalconfig: settings, npm_config_userconfig: own } = process.env
    await this.#copy(settings ?? '', '/usr/local/etc/npmrc')
    await this.#copy(own ?? '', '/root/.npmrc')
    const { ended } = this.inShell('npm --version >/dev/null')
    if ((await ended) !== 0) throw new Error(`${node} or npm does not run in a bare Debian`)
  }

  /** Clones the committed state of this repository. */
  async clone(): Promise<void> {
    const to = join(this.#debian, 'root/countersign')
    const from = `file://${repository}`
    const cloned = await run('git', ['clone', '--quiet', '--depth', '1', from, to], { quiet: true })
    if (cloned.code !== 0) throw new Error(cloned.output)
  }

  /** Runs a script in the root's own shell, in the clone if there is one. */
  inShell(script: string): Running {
    const inClone = `cd /root/countersign 2>/dev/null\n${script}`
    return this.#start(inRoot, [this.#debian, inClone], environment())
  }

  /**
   * Ends all processes in it; resolves when none runs. `unshare` then prints a message about the
   * signal, which is harmless.
   */
  async end(): Promise<void> {
    for (const { pid } of this.#running.keys())
      if (pid !== undefined) process.kill(firstProcessBelow(pid) ?? pid, 'SIGKILL')
    await Promise.allSettled(this.#running.values())
  }

  /** Removes everything. Throws if something is still mounted in it. */
  async remove(): Promise<void> {
    await this.end()
    const mounted = readFileSync('/proc/self/mountinfo', 'utf8').includes(` ${this.folder}/`)
    if (mounted) throw new Error(`${this.folder} is left: something is mounted in it`)
    const rm = this.#start('rm --recursive --force --one-file-system "$0"; exit $?', [this.folder])
    if ((await rm.ended) !== 0) throw new Error(`${this.folder} could not be removed`)
  }

  #start(script: string, args: readonly string[], env = process.env): Running {
    const [command, ...before] = this.#namespaces
    // Detached: only this program receives a Ctrl-C.
    const child = spawn(command, [...before, 'sh', '-c', script, ...args], {
      detached: true,
      env,
      stdio: ['pipe', 'inherit', 'pipe'],
    })
    child.stderr.pipe(process.stderr, { end: false })
    const ended = new Promise<number>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code) => resolve(code ?? 1))
    }).finally(() => this.#running.delete(child))
    this.#running.set(child, ended)
    return { ended, closeInput: () => child.stdin.end(), errors: child.stderr }
  }

  async #copy(from: string, to: string): Promise<void> {
    if (!existsSync(from)) return
    const target = join(this.#debian, to)
    await mkdir(dirname(target), { recursive: true })
    if (statSync(from).isDirectory())
      await cp(from, target, { recursive: true, verbatimSymlinks: true })
    else await copyFile(from, target)
  }
}

/** Returns the files that list apt's sources on this machine; empty ones would be refused. */
function aptSources(): string[] {
  const folder = '/etc/apt/sources.list.d'
  const inFolder = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
  return ['/etc/apt/sources.list', ...inFolder.filter((path) => /\.(list|sources)$/.test(path))]
    .filter((path) => existsSync(path))
    .filter((path) => /^[ \t]*(deb\s|Types:)/m.test(readFileSync(path, 'utf8')))
}

function debianRelease(): string {
  const name = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1]
  if (name === undefined) throw new Error('/etc/os-release names no release of Debian')
  return name
}

/**
 * Returns the process that `unshare` started: when it is killed, `unshare` ends after its whole
 * namespace.
 */
function firstProcessBelow(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()) || undefined
  } catch {
    return undefined
  }
}
