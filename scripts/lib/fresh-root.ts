/**
 * A minimal Debian root that knows this machine's ways out (apt's sources, npm's settings, certificates, proxies) and
 * nothing else of it. Every program in it has namespaces of its own, so that its mounts and whatever it leaves running
 * end with it: where the root is removed, nothing is mounted in it.
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

/** How a program gets namespaces of its own here; undefined: neither root nor user namespaces. */
export const ownNamespaces = (): Promise<Cut | undefined> =>
  firstThatWorks([
    ['unshare', ...separate],
    ['unshare', ...separate, '--map-root-user', '--map-auto'],
  ])

/** A program that was started. */
export interface Running {
  /** Its exit code; that of a program that a signal ended is not 0. */
  readonly ended: Promise<number>
  /** Closes its standard input. */
  readonly closeInput: () => void
  /** What it writes to standard error, which is shown too. */
  readonly errors: Readable
}

/** What a root needs of this machine to reach apt's and npm's registries. */
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
  const kept = Object.entries(process.env).filter(
    ([name]) => waysOutByName.includes(name) || npmSettings.test(name) || proxies.test(name),
  )
  return {
    ...Object.fromEntries(kept),
    HOME: '/root',
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  }
}

/** The first process of the namespace stays a shell: it collects processes whose parents ended. */
const inRoot = `
for at in proc sys dev; do mount --rbind "/$at" "$0/$at" || exit; done
mount -t tmpfs -o mode=1777 tmpfs "$0/dev/shm" || exit
chroot "$0" sh -c "$1"
exit $?`

/** A folder for a Debian root, and what is done with it. */
export class FreshRoot {
  readonly #namespaces: Cut
  readonly #running = new Map<ChildProcess, Promise<number>>()
  readonly folder: string

  private constructor(folder: string, namespaces: Cut) {
    this.folder = folder
    this.#namespaces = namespaces
  }

  /** An empty folder under the system's temporary one. */
  static async reserve(namespaces: Cut): Promise<FreshRoot> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'countersign-fresh-')))
    return new FreshRoot(folder, namespaces)
  }

  get #debian(): string {
    return join(this.folder, 'root')
  }

  /** Makes the root of this machine's own Debian release. */
  async make(): Promise<void> {
    const acquire = await run('apt-config', ['dump', 'Acquire'], { quiet: true })
    const options = join(this.folder, 'apt.conf')
    await writeFile(options, acquire.output)
    const mmdebstrap = ['mmdebstrap', '--mode=root', '--variant=apt', `--aptopt=${options}`]
    const of = [debianRelease(), this.#debian, ...aptSources()]
    const making = this.#start('"$0" "$@"; exit $?', [...mmdebstrap, ...of])
    if ((await making.ended) !== 0) throw new Error('mmdebstrap could not make the root')
    // Packages start no services there: these would outlive the command that installed them.
    const policy = join(this.#debian, 'usr/sbin/policy-rc.d')
    await writeFile(policy, '#!/bin/sh\nexit 101\n')
    await chmod(policy, 0o755)
  }

  /** Copies what leads to the registries, then Node and npm as they run this script. */
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

  /** Clones what is committed here. */
  async clone(): Promise<void> {
    const to = join(this.#debian, 'root/countersign')
    const from = `file://${repository}`
    const cloned = await run('git', ['clone', '--quiet', '--depth', '1', from, to], { quiet: true })
    if (cloned.code !== 0) throw new Error(cloned.output)
  }

  /** Runs a script by the root's own shell, in the clone where there is one. */
  inShell(script: string): Running {
    const inClone = `cd /root/countersign 2>/dev/null\n${script}`
    return this.#start(inRoot, [this.#debian, inClone], environment())
  }

  /** Ends all that runs in it; resolves when nothing does. `unshare` then complains of the signal, which is harmless. */
  async end(): Promise<void> {
    for (const { pid } of this.#running.keys())
      if (pid !== undefined) process.kill(firstProcessBelow(pid) ?? pid, 'SIGKILL')
    await Promise.allSettled(this.#running.values())
  }

  /** Removes everything. Throws when something is mounted in it after all. */
  async remove(): Promise<void> {
    await this.end()
    const mounted = readFileSync('/proc/self/mountinfo', 'utf8').includes(` ${this.folder}/`)
    if (mounted) throw new Error(`${this.folder} is left: something is mounted in it`)
    const rm = this.#start('rm --recursive --force --one-file-system "$0"; exit $?', [this.folder])
    if ((await rm.ended) !== 0) throw new Error(`${this.folder} could not be removed`)
  }

  #start(script: string, args: readonly string[], env = process.env): Running {
    const [command, ...before] = this.#namespaces
    // Detached: a Ctrl-C is this program's alone.
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

/** The files that list apt's sources on this machine; empty ones would be refused. */
function aptSources(): string[] {
  const folder = '/etc/apt/sources.list.d'
  const inFolder = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
  return ['/etc/apt/sources.list', ...inFolder.filter((path) => /\.(list|sources)$/.test(path))]
    .filter((path) => existsSync(path))
    .filter((path) => /^\s*(deb\s|Types:)/m.test(readFileSync(path, 'utf8')))
}

function debianRelease(): string {
  const name = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1]
  if (name === undefined) throw new Error('/etc/os-release names no release of Debian')
  return name
}

/** The process that `unshare` started: when it is killed, `unshare` ends after all of its namespace has. */
function firstProcessBelow(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()) || undefined
  } catch {
    return undefined
  }
}
