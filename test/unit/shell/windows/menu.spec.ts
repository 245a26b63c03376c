import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { applicationMenu } from '../../../../main/shell/windows/menu.ts'

const rolesOf = (platform: NodeJS.Platform): (string | undefined)[] =>
  applicationMenu(true, platform).map(({ role, label }) => role ?? label)

it('has the menus that each system expects', () => {
  expect(rolesOf('darwin')).toEqual(['appMenu', 'Edit', 'View', 'windowMenu'])
  for (const platform of ['win32', 'linux'] as const)
    expect(rolesOf(platform)).toEqual(['File', 'Edit', 'View'])
})

it.each(['darwin', 'win32', 'linux'] as const)(
  'offers no developer tools when packaged: %s',
  (platform) => {
    expect(JSON.stringify(applicationMenu(true, platform))).not.toMatch(/reload|toggleDevTools/)
    expect(JSON.stringify(applicationMenu(false, platform))).toMatch(/reload.*toggleDevTools/)
  },
)

it('the program names itself to Windows as its installer does', async () => {
  const builder = await readFile('electron-builder.yml', 'utf8')
  const appId = /^appId: (\S+)$/m.exec(builder)?.[1] ?? 'none'
  expect(await readFile('main/index.ts', 'utf8')).toContain(`setAppUserModelId('${appId}')`)
})
