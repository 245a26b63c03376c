import { expect, it } from 'vitest'
import {
  createPermittedCheck,
  plainAddress,
} from '../../../../main/alerts/listener/permitted-addresses.ts'

it('lets anyone in when no address is named', () => {
  const check = createPermittedCheck([])
  for (const remote of ['192.0.2.1', '2001:db8::1', null]) expect(check(remote)).toBe(true)
})

it.each([
  [['192.0.2.1'], '192.0.2.1', true],
  [['192.0.2.1'], '192.0.2.2', false],
  [['192.0.2.1'], '::ffff:192.0.2.1', true],
  [['192.0.2.1'], '::FFFF:192.0.2.2', false],
  [['::ffff:192.0.2.1'], '192.0.2.1', true],
  [['192.0.2.0/24'], '192.0.2.255', true],
  [['192.0.2.0/24'], '::ffff:192.0.2.255', true],
  [['192.0.2.0/24'], '192.0.3.0', false],
  [['::ffff:192.0.2.0/120'], '192.0.2.9', true],
  [['::ffff:192.0.2.0/120'], '192.0.3.9', false],
  [['::ffff:0.0.0.0/90'], '192.0.2.1', false],
  [['192.0.2.0/31', '198.51.100.7'], '198.51.100.7', true],
  [['2001:db8::1'], '2001:0db8:0:0::1', true],
  [['2001:db8::/32'], '2001:db8:ffff::1', true],
  [['2001:db8::/32'], '2001:db9::1', false],
  [['2001:db8::/32'], '192.0.2.1', false],
  [['fe80::/10'], 'fe80::1%eth0', true],
  [['0.0.0.0/0'], '203.0.113.9', true],
  [['0.0.0.0/0'], '2001:db8::1', false],
  [['::/0'], '2001:db8::1', true],
])('bank note 98: with %j in the list, an alert from %s is let in: %s', (list, remote, isIn) => {
  expect(createPermittedCheck(list)(remote)).toBe(isIn)
})

it('permits nobody by an entry that is no address, nor without an address', () => {
  const check = createPermittedCheck(['bank.example'])
  for (const remote of ['192.0.2.1', 'bank.example', '', null]) expect(check(remote)).toBe(false)
  expect(createPermittedCheck(['192.0.2.1'])(null)).toBe(false)
})

it('unwraps an address from its notation', () => {
  expect(plainAddress('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(plainAddress('fe80::1%eth0')).toBe('fe80::1')
  expect(plainAddress('2001:db8::1')).toBe('2001:db8::1')
  expect(plainAddress(undefined)).toBeNull()
})
