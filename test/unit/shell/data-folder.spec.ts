/** Where the data is on Windows, and what is said where that cannot be. */
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { dataFolder } from '../../../main/shell/data-folder.ts'
import { dataFolderRefused } from '../../../preload/contract/text/desktop.ts'

const local = String.raw`C:\Users\ana\AppData\Local`
const same = (path: string): string => path
const folderOn = (env: NodeJS.ProcessEnv, realPath: (path: string) => string = same) =>
  dataFolder('win32', env, realPath)

it('on Windows it is in the local folder, which does not roam', () => {
  const env = { LOCALAPPDATA: local, APPDATA: String.raw`C:\Users\ana\AppData\Roaming` }
  expect(folderOn(env)).toEqual({ ok: true, value: String.raw`${local}\Countersign` })
})

it('elsewhere it is where Electron has it', () => {
  const env = { LOCALAPPDATA: local }
  expect(dataFolder('linux', env, same)).toEqual({ ok: true, value: undefined })
  expect(dataFolder('darwin', env, same)).toEqual({ ok: true, value: undefined })
})

it.each([
  undefined,
  '',
  ' ',
  'AppData',
  String.raw`\Users\ana`,
  'C:AppData',
  '%USERPROFILE%\\AppData',
])('the start is refused where Windows names no whole path: %s', (LOCALAPPDATA) => {
  expect(folderOn({ LOCALAPPDATA })).toEqual({
    ok: false,
    error: { why: 'not-named', folder: LOCALAPPDATA ?? '' },
  })
})

it.each([
  String.raw`\\server\profiles\ana`,
  '//server/profiles/ana',
  String.raw`\\?\UNC\server\ana`,
])('the start is refused on a network share: %s', (LOCALAPPDATA) => {
  expect(folderOn({ LOCALAPPDATA })).toEqual({
    ok: false,
    error: { why: 'on-network', folder: LOCALAPPDATA },
  })
})

it('the start is refused on a mapped drive and behind a link to a share', () => {
  const mapped = () => String.raw`\\server\profiles\ana\AppData\Local`
  expect(folderOn({ LOCALAPPDATA: String.raw`H:\AppData\Local` }, mapped)).toEqual({
    ok: false,
    error: { why: 'on-network', folder: String.raw`H:\AppData\Local` },
  })
})

it('a profile container without a drive letter of its own is a disk of this computer', () => {
  const fails = () => {
    throw new Error('ENOENT')
  }
  expect(folderOn({ LOCALAPPDATA: local }, fails)).toMatchObject({ ok: true })
})

it('the box says what is wrong, and with which folder', () => {
  expect(dataFolderRefused.text({ why: 'on-network', folder: 'H:' })).toContain('H:')
  expect(dataFolderRefused.text({ why: 'not-named', folder: '' })).toContain('LOCALAPPDATA')
})

it('it is set before the lock, the log and everything else that reads it', async () => {
  const lines = await readFile('main/index.ts', 'utf8')
  const at = (text: string): number => {
    expect(lines).toContain(text)
    return lines.indexOf(text)
  }
  const set = at("app.setPath('userData'")
  expect(set).toBeLessThan(at("app.getPath('userData')"))
  expect(set).toBeLessThan(at('openLog('))
  expect(set).toBeLessThan(at('app.requestSingleInstanceLock()'))
})
