/** The one preparation step that `npm start` and `npm test` share. */
import type { Machine, Package } from './machine.ts'
import { thisMachine } from './machine.ts'
import { run } from './run.ts'
import { say, stop } from './say.ts'

/**
 * Purpose of the preparation: the window only, everything that CI runs, or a bare Debian root for
 * it.
 */
export type Purpose = 'start' | 'test' | 'fresh'

/** The required preparation. */
export type Plan =
  | { readonly kind: 'ready' }
  | { readonly kind: 'install'; readonly packages: readonly Package[] }
  | { readonly kind: 'refuse'; readonly command: string }

const keychain: readonly Package[] = [
  'dbus-x11',
  'gnome-keyring',
  'libsecret-1-0',
  'libglib2.0-bin',
]
/**
 * Libraries that Electron is linked against and a server lacks; Chromium's own package installs its
 * libraries.
 */
const electronLibraries: readonly Package[] = ['libgtk-3-0', 'libnss3', 'libgbm1', 'libasound2']
const tools: readonly Package[] = ['gcc', 'libc6-dev', 'strace', 'openssl', 'curl']
/** Without it the tests of the second engine are left out, and a run says so. */
const optional: readonly Package[] = ['postgresql']
/** A sans and a mono font that the style sheets name. */
const fonts: Package = 'fonts-liberation'
/** The wide font for test/e2e/shell/reach.spec.ts. */
const wideFont: Package = 'fonts-dejavu-core'

/** Decides which packages a machine lacks for a purpose, and whether they may be installed. */
export function planFor(purpose: Purpose, machine: Machine): Plan {
  if (machine.platform !== 'linux') return { kind: 'ready' }
  const missing = needsOf(purpose, machine).filter((wanted) => !machine.has(wanted))
  if (missing.length === 0) return { kind: 'ready' }
  if (machine.isRoot && machine.hasApt && !machine.mayNotInstall)
    return { kind: 'install', packages: missing }
  if (missing.every((wanted) => optional.includes(wanted))) return { kind: 'ready' }
  const sudo = machine.isRoot ? '' : 'sudo '
  return {
    kind: 'refuse',
    command: `${sudo}apt-get install --no-install-recommends ${missing.join(' ')}`,
  }
}

function needsOf(purpose: Purpose, machine: Machine): Package[] {
  if (purpose === 'fresh') return ['mmdebstrap']
  return [
    ...(machine.hasElectron ? electronLibraries : (['chromium'] as const)),
    fonts,
    ...(machine.hasDisplay ? [] : (['xvfb'] as const)),
    ...(purpose === 'test' ? [wideFont, ...keychain, ...tools, ...optional] : []),
  ]
}

/**
 * Prepares the machine for the purpose, or prints the command for a person and ends the program
 * with `refusal`.
 */
export async function prepare(purpose: Purpose, refusal = 1): Promise<void> {
  const plan = planFor(purpose, thisMachine())
  if (plan.kind === 'ready') return
  if (plan.kind === 'refuse')
    return stop(
      `Something is missing that this needs. Install it and try again:\n  ${plan.command}`,
      refusal,
    )
  say(
    `Installing with apt-get: ${plan.packages.join(' ')} (once; COUNTERSIGN_NO_INSTALL=1 to opt out)`,
  )
  await install(plan.packages, refusal)
}

/**
 * The package lists may be old or missing: they are downloaded only if installing without them
 * failed.
 */
async function install(packages: readonly Package[], refusal: number): Promise<void> {
  const first = await apt(['install', ...packages])
  if (first.code === 0) return
  await apt(['update'])
  const second = await apt(['install', ...packages])
  if (second.code === 0) return
  stop(`${second.output}\napt-get could not install them. Its message is above.`, refusal)
}

const apt = ([verb = '', ...packages]: readonly string[]): ReturnType<typeof run> =>
  run('apt-get', [verb, '-y', '-q', '--no-install-recommends', ...packages], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
    quiet: true,
  })
