/**
 * `npm run sbom`: writes the packages of a build as CycloneDX to `out/sbom.cdx.json`. npm provides
 * every package with its hash; the build provides the list of those that are shipped.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from './lib/build.ts'
import { packagesFile, type ShippedPackage } from './lib/package/bundled-packages.ts'
import { root, run } from './lib/run.ts'
import { say, stop } from './lib/say.ts'

interface Bom {
  metadata: { component: { name: string } }
  components: { purl: string; 'bom-ref': string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

if (!(await build())) stop('sbom: the bundles could not be built')
const shipped = JSON.parse(
  await readFile(join(root, 'dist', packagesFile), 'utf8'),
) as ShippedPackage[]
const { version } = JSON.parse(
  await readFile(join(root, 'node_modules/electron/package.json'), 'utf8'),
) as { version: string }
const wanted = new Set(
  [...shipped, { name: 'electron', version }].map((one) => `${one.name}@${one.version}`),
)

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
const { code, output } = await run(npm, [...args, '--package-lock-only'], { quiet: true })
if (code !== 0) stop(`${output}\nsbom: npm could not list the packages`)
const bom = JSON.parse(output.slice(output.indexOf('{'))) as Bom

// Aliases have names of their own there; the package's URL has the real one.
const named = ({ purl }: Bom['components'][number]): string =>
  decodeURIComponent(purl.replace('pkg:npm/', ''))
// npm uses the folder's name.
bom.metadata.component.name = 'countersign'
bom.components = bom.components.filter((one) => wanted.has(named(one)))
const refs = new Set(bom.components.map((one) => one['bom-ref']))
bom.dependencies = bom.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }))

const listed = new Set(bom.components.map(named))
const missing = [...wanted].filter((one) => !listed.has(one))
if (missing.length > 0) stop(`sbom: npm does not list ${missing.join(', ')}`)
await mkdir(join(root, 'out'), { recursive: true })
await writeFile(join(root, 'out/sbom.cdx.json'), `${JSON.stringify(bom, null, 2)}\n`)
say(`sbom: ${bom.components.length} packages in out/sbom.cdx.json`)
