/**
 * `npm run release -- linux|windows|mac`: the installers of one system, from Electron's own binary,
 * checked against the same manifest as `package:check`. Windows and macOS builds must be signed;
 * `--unsigned` is for trying it. `--older` (unsigned) gives them a lower version, in `out/older`, from which an
 * upgrade can be tried.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from './lib/build.ts'
import { faultsOf, type Manifest } from './lib/package/judge-package.ts'
import { layouts, type System } from './lib/package/layout.ts'
import { readPackage } from './lib/package/read-package.ts'
import { unsignedMac } from './lib/package/unsigned.ts'
import { root, run, runTool } from './lib/run.ts'
import { say, stop } from './lib/say.ts'

interface Release {
  readonly system: System
  /** Environment variables for signing, with electron-builder's names. */
  readonly secrets: readonly string[]
  /** One run of electron-builder each. */
  readonly runs: readonly { readonly args: readonly string[]; readonly env?: NodeJS.ProcessEnv }[]
}

const releases: Readonly<Partial<Record<string, Release>>> = {
  linux: {
    system: 'linux',
    secrets: [],
    runs: [
      { args: ['--linux', 'rpm', '--x64'] },
      // Two builds of one commit give the same .deb, byte for byte, so that anybody can check it.
      {
        args: ['--linux', 'deb', '--x64'],
        env: { CUSTOM_FPM_PATH: join(root, 'scripts/fpm-for-debs.mjs') },
      },
    ],
  },
  windows: {
    system: 'win32',
    secrets: ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'],
    runs: [{ args: ['--win', 'nsis', '--x64'] }],
  },
  mac: {
    system: 'darwin',
    secrets: [
      'CSC_LINK',
      'CSC_KEY_PASSWORD',
      'APPLE_API_KEY',
      'APPLE_API_KEY_ID',
      'APPLE_API_ISSUER',
    ],
    runs: [{ args: ['--mac', 'dmg', '--arm64'] }],
  },
}

const [name = '', ...options] = process.argv.slice(2)
const release = releases[name]
if (!release) stop(`release: say which system: ${Object.keys(releases).join(', ')}`)
const isOlder = options.includes('--older')
const isUnsigned = isOlder || options.includes('--unsigned')
const out = join(root, isOlder ? 'out/older' : 'out')
const missing = release.secrets.filter((secret) => !process.env[secret])
if (missing.length > 0 && !isUnsigned) {
  stop(`release: it would not be signed: ${missing.join(', ')} not set`)
}

if (!(await build())) stop('release: the bundles could not be built')
const commit = await run('git', ['log', '-1', '--format=%ct'], { quiet: true })
if (commit.code !== 0) stop(`release: the commit’s date is not known: ${commit.output}`)
const settings = [
  `-c.directories.output=${out}`,
  ...(isOlder ? ['-c.extraMetadata.version=0.0.1'] : []),
  ...(isUnsigned ? Object.entries(unsignedMac) : []).map(
    ([name, value]) => `-c.mac.${name}=${String(value)}`,
  ),
]
const steady = { SOURCE_DATE_EPOCH: commit.output.trim(), TZ: 'UTC' }
for (const { args, env } of release.runs) {
  const { code } = await runTool('electron-builder', [...args, '--publish', 'never', ...settings], {
    env: { ...steady, ...env },
  })
  if (code !== 0) stop('release: electron-builder failed')
}

const manifest = JSON.parse(
  await readFile(join(root, 'build/package-manifest.json'), 'utf8'),
) as Manifest
const layout = layouts.find(({ system }) => system === release.system)
if (!layout) stop(`release: no layout of ${release.system}`)
const faults = faultsOf(layout, await readPackage(out, layout), manifest)
for (const fault of faults) say(`release: ${fault}`)
if (faults.length > 0) stop('release: what was built is not what the manifest says')
say(`release: ${name} is in ${out}`)
