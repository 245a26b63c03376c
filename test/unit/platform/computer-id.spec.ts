/** The id of the computer, as each system tells it. */
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import {
  computerIdReader,
  thisSystem,
  type ComputerSystem,
} from '../../../main/platform/computer-id.ts'

const guid = '3F2504E0-4F89-41D3-9A0C-0305E82C3301'
const machineId = '3d1219c7c4c5404aaa1f6d2a48adfda4'

const fails = () => Promise.reject(new Error('not here'))
const idOn = (system: Partial<ComputerSystem>) =>
  computerIdReader({ platform: 'linux', env: {}, read: fails, run: fails, ...system })()

/** As reg.exe writes it, on a system of any language. */
const fromRegistry = `\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Cryptography\r\n    MachineGuid    REG_SZ    ${guid}\r\n\r\n`

it('on Windows it is the GUID of the installation, from the 64-bit registry', async () => {
  const asked: unknown[] = []
  const run = (program: string, args: readonly string[]) => {
    asked.push([program, args.join(' ')])
    return Promise.resolve(fromRegistry)
  }
  const env = { SystemRoot: String.raw`D:\Windows` }
  expect(await idOn({ platform: 'win32', env, run })).toBe(guid.toLowerCase())
  expect(asked).toEqual([
    [
      String.raw`D:\Windows\System32\reg.exe`,
      String.raw`query HKLM\SOFTWARE\Microsoft\Cryptography /v MachineGuid /reg:64`,
    ],
  ])
})

it('on macOS it is the UUID of the hardware', async () => {
  const output = `+-o J314sAP  <class IOPlatformExpertDevice, id 0x100000227>\n    {\n      "IOPlatformSerialNumber" = "C02XXXXXXXXX"\n      "IOPlatformUUID" = "${guid}"\n    }\n`
  const run = (program: string) =>
    program === '/usr/sbin/ioreg' ? Promise.resolve(output) : fails()
  expect(await idOn({ platform: 'darwin', run })).toBe(guid.toLowerCase())
})

it('on Linux it is the machine id, or that of D-Bus where there is no other', async () => {
  const files = (contents: Readonly<Record<string, string>>) => (file: string) =>
    file in contents ? Promise.resolve(contents[file] ?? '') : fails()
  const dbus = { '/var/lib/dbus/machine-id': `${machineId}\n` }
  expect(await idOn({ read: files(dbus) })).toBe(machineId)
  expect(await idOn({ read: files({ ...dbus, '/etc/machine-id': 'uninitialized\n' }) })).toBe(
    machineId,
  )
})

it.each([
  ['no file', {}],
  ['an empty file', { read: () => Promise.resolve('') }],
  ['only zeros', { read: () => Promise.resolve('0'.repeat(32)) }],
  ['a registry that a policy blocks', { platform: 'win32' }],
  [
    'another answer of the registry',
    { platform: 'win32', run: () => Promise.resolve('MachineGuid    REG_SZ    ') },
  ],
  ['a Mac without an answer', { platform: 'darwin', run: () => Promise.resolve('') }],
] as const)('there is none with %s', async (_what, system) => {
  expect(await idOn(system)).toBeUndefined()
})

// A container may have none.
it('on this computer it is what the system has', async () => {
  const file = await readFile('/etc/machine-id', 'utf8').catch(() => '')
  const isId = process.platform === 'linux' && /^[0-9a-f]{32}$/.test(file.trim())
  if (isId) expect(await computerIdReader()()).toBe(file.trim())
})

it('is asked for again until the system has told it', async () => {
  let asked = 0
  const read = (file: string) => {
    asked += 1
    return asked > 2 && file === '/etc/machine-id' ? Promise.resolve(machineId) : fails()
  }
  const readId = computerIdReader({ platform: 'linux', env: {}, read, run: fails })
  expect(await readId()).toBeUndefined()
  expect(await readId()).toBe(machineId)
  expect(await readId()).toBe(machineId)
  expect(asked).toBe(3)
})

it('a program is run by its path, and one that fails or is missing gives no answer', async () => {
  const run = (source: string) => thisSystem.run(process.execPath, ['-e', source])
  expect(await run('console.log(17)')).toBe('17\n')
  await expect(run('process.exit(3)')).rejects.toThrow()
  await expect(thisSystem.run('/nowhere/reg.exe', [])).rejects.toThrow()
})
