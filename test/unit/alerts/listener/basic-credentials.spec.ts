import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createCredentialCheck } from '../../../../main/alerts/listener/basic-credentials.ts'
import { basicOf } from '../support/running-listener.ts'

const current = { userName: 'bank', password: 'a-current:password' }
const previous = { userName: 'bank', password: 'the-previous-one' }
const basic = ({ userName, password }: typeof current): string => basicOf(userName, password)

it('takes a pair whose password holds colons, and letters beyond ASCII', () => {
  const far = { userName: 'Straße', password: 'ключ:密碼' }
  const check = createCredentialCheck([far, current])
  expect(check(basic(far))).toBe(true)
  expect(check(basic(current))).toBe(true)
})

it('does not mind how the scheme is written', () => {
  const check = createCredentialCheck([current])
  expect(check(basic(current).replace('Basic', 'BASIC'))).toBe(true)
  expect(check(basic(current).replace('Basic ', 'basic   '))).toBe(true)
})

it('bank note 95: takes both the current and the previous pair, and no mixture of them', () => {
  const other = { userName: 'bank-2', password: 'the-previous-one' }
  const check = createCredentialCheck([current, other])
  expect(check(basic(current))).toBe(true)
  expect(check(basic(other))).toBe(true)
  expect(check(basicOf(current.userName, other.password))).toBe(false)
  expect(check(basicOf(other.userName, current.password))).toBe(false)
})

it('takes nothing when no pair is configured', () => {
  const check = createCredentialCheck([])
  for (const offered of [undefined, '', 'Basic', basicOf('', ''), basic(current)])
    expect(check(offered)).toBe(false)
})

it('does not take an empty pair in place of a missing one', () => {
  const check = createCredentialCheck([{ userName: '', password: '' }])
  expect(check(basicOf('', ''))).toBe(true)
  for (const offered of [undefined, '', 'Basic', 'Basic !!!', 'Bearer Og=='])
    expect(check(offered)).toBe(false)
})

const secret = { userName: 'bank', password: 'q7'.repeat(24) }

it.each([
  ['right', basic(secret), true],
  ['wrong at its last letter', basicOf(secret.userName, `${secret.password.slice(0, -1)}x`), false],
  ['wrong from its first letter', basicOf('knab', 'z'.repeat(secret.password.length)), false],
  ['shorter', basicOf(secret.userName, ''), false],
  ['no pair at all', undefined, false],
])(
  'bank note 98: compares every pair whole and in constant time when the password is %s',
  (_, offered, isAccepted) => {
    const compare = vi.spyOn(crypto, 'timingSafeEqual')
    syncBuiltinESMExports()
    onTestFinished(() => {
      compare.mockRestore()
      syncBuiltinESMExports()
    })
    expect(createCredentialCheck([secret, previous])(offered)).toBe(isAccepted)
    expect(compare.mock.calls.map(([one, other]) => [one.byteLength, other.byteLength])).toEqual([
      [32, 32],
      [32, 32],
    ])
  },
)
