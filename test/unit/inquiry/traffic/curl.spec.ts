import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mara, recorded, traffic } from './recorded-calls.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-curl-'))
  // Puts each argument between two NULs, which no argument can contain.
  writeFileSync(
    join(folder, 'curl'),
    String.raw`#!/bin/sh
printf '%s\0' "$@"
`,
  )
  chmodSync(join(folder, 'curl'), 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the arguments that curl gets when a real shell runs the line. */
function run(line: string): string[] {
  const env = {
    PATH: `${folder}:/usr/bin:/bin`,
    TOKEN: 't0ken',
    CREDENTIALS: 'cr3d',
    BANK: 'https://b',
  }
  const output = execFileSync('/bin/sh', ['-c', line], { env, cwd: folder, maxBuffer: 1e8 })
  return output.toString().split('\0').slice(0, -1)
}
const after = (args: readonly string[], option: string): string[] =>
  args.flatMap((arg, index) => (arg === option ? [args[index + 1] ?? ''] : []))

async function curl(part: Parameters<typeof recorded>[0] = {}, inFull = false, address?: null) {
  const { service } = await traffic([recorded(part)], address === null ? null : undefined)
  const line = await service.curl('call-1', inFull, mara)
  if (!line.ok) return expect.fail(line.error.code)
  return line.value.text
}

describe('a call as a line for a shell', () => {
  it('calls curl with method, address, headers and body, and names in the place of secrets', async () => {
    const text = await curl({}, true)
    expect(text).toContain('$TOKEN')
    expect(text).not.toContain('authorization: [not kept]')
    const args = run(text)
    expect(after(args, '--request')).toEqual(['POST'])
    expect(after(args, '--url')).toEqual([
      'https://bank.example/api/accounts/validations/v1/verifyAccount',
    ])
    expect(after(args, '--cert')).toEqual(['client.pem'])
    expect(after(args, '--key')).toEqual(['client.key'])
    expect(after(args, '--header')).toEqual([
      'authorization: Bearer t0ken',
      'accept: application/json',
      'content-type: application/json',
    ])
    expect(after(args, '--data-raw')).toEqual([recorded().requestBody])
  })

  it('is masked unless it was requested in full, which is recorded', async () => {
    expect(await curl()).not.toMatch(/margaret|alder|1000200031/i)
    const { service, store } = await traffic()
    await service.curl('call-1', false, mara)
    const acts = () =>
      store.read
        .selectFrom('audit_entries')
        .select('detail')
        .where('kind', '=', 'traffic.revealed')
        .execute()
    expect(await acts()).toEqual([])
    await service.curl('call-1', true, mara)
    expect(await acts()).toEqual([{ detail: '{"as":"curl"}' }])
  })

  it.each([
    ['payment-initiate', '/rtp/v1/payment/initiate'],
    ['originate-ppd', '/ach/payments/v1/ppd'],
    ['of-another-version', '/ach/payments/v1/ccd'],
  ])(
    'holds no body of a call that moves money, in full or masked, and says why: %s',
    async (purpose, path) => {
      for (const inFull of [true, false]) {
        const text = await curl({ purpose, path, requestBody: '{"transferAmount":10.00}' }, inFull)
        expect(text).toMatch(/^# The body is left out: .* a second time\.\ncurl /)
        expect(text).not.toContain('transferAmount')
        const args = run(text)
        expect(after(args, '--url')[0]).toContain(path)
        expect(args.join(' ')).not.toContain('data')
      }
    },
  )

  it('names the credentials of a token call, and the bank where its address is not known', async () => {
    const args = run(await curl({ purpose: 'token', path: '/oauth/token?x=[1]' }, false, null))
    expect(after(args, '--header')[0]).toBe('authorization: Basic cr3d')
    expect(after(args, '--url')).toEqual(['https://b/oauth/token?x=[1]'])
    expect(args).toContain('--globoff')
  })

  it.each([
    ['a dollar and backticks', '$HOME ${PATH} $(touch /tmp/x) `id`'],
    ['quotes', `it's "quoted" \\' \\"`],
    ['lines', 'one\ntwo\r\n\tthree\\\nfour'],
    ['a file to read', '@/etc/passwd'],
    ['an option', '--next --output /tmp/x'],
    ['nothing', ''],
    ['another alphabet', '\u65e5\u672c \u2028 \u{1f600}'],
  ])('gives the body to the letter: %s', async (_what, requestBody) => {
    expect(after(run(await curl({ requestBody }, true)), '--data-raw')).toEqual([requestBody])
  })

  it('shows a NUL, which no argument can hold, as a sign for it', async () => {
    const args = run(await curl({ requestBody: 'a\0b' }, true))
    expect(after(args, '--data-raw')).toEqual(['a\u2400b'])
  })

  it('keeps an empty header, and leaves out an invalid one', async () => {
    const requestHeaders = { 'x-empty': '', 'x note\n': 'x', "x-quote'": "it's" }
    expect(after(run(await curl({ requestHeaders }, true)), '--header')).toEqual([
      'x-empty;',
      "x-quote': it's",
    ])
  })

  it('reproduces every request to the letter, through a real shell', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string(), async (body, value) => {
        const requestBody = body.replaceAll('\0', '').toWellFormed()
        const requestHeaders = { 'x-value': `v${value.replaceAll('\0', '')}` }
        const args = run(await curl({ requestBody, requestHeaders }, true))
        expect(after(args, '--data-raw')).toEqual([requestBody])
        expect(after(args, '--header')).toEqual([`x-value: ${requestHeaders['x-value']}`])
      }),
      { numRuns: 10 },
    )
  })
})
