import { execFile } from 'node:child_process'
import { chmod, chown, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { newFolder, removeFolder } from '../support/workstation.ts'

/** Another account than the one that may do everything. */
const nobody = 65_534
const source = pathToFileURL(
  join(import.meta.dirname, '../../../main/platform/files/write-durably.ts'),
)

it.skipIf(process.platform === 'win32')(
  'places a file in a drop folder, which nobody may read or flush',
  async () => {
    const folder = await newFolder()
    onTestFinished(async () => {
      await chmod(folder, 0o700)
      await removeFolder(folder)
    })
    const isRoot = process.getuid?.() === 0
    if (isRoot) await chown(folder, nobody, nobody)
    await chmod(folder, 0o333)
    const file = join(folder, 'a.csv')
    const program = `const { writeDurably } = await import(${JSON.stringify(source.href)})
      await writeDurably(${JSON.stringify(file)}, 'a,b')`
    await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', program],
      isRoot ? { uid: nobody, gid: nobody } : {},
    )
    await chmod(folder, 0o700)
    expect(await readFile(file, 'utf8')).toBe('a,b')
  },
)
