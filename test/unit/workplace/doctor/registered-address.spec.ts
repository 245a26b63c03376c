import { describe, expect, it } from 'vitest'
import {
  addressIn,
  hintFor403,
  isRegistered,
} from '../../../../main/workplace/doctor/registered-address.ts'

describe('an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    [' 203.0.113.9 ', '203.0.113.9'],
    ['203.0.113.9:51234', '203.0.113.9'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['unknown', null],
    ['', null],
  ])('in “%s” is %s', (text, address) => {
    expect(addressIn(text)).toBe(address)
  })

  it.each([
    ['203.0.113.9', '203.0.113.9', true],
    ['203.0.113.9', '203.0.113.90', false],
    ['::ffff:203.0.113.9', '203.0.113.9', true],
    ['::ffff:cb00:7109', '203.0.113.9', true],
    ['2001:0DB8:0:0:0:0:0:1', '2001:db8::1', true],
    ['2001:db8::1', '203.0.113.9', false],
  ])('bank note 8: %s is compared with %s as addresses, not as texts', (seen, registered, is) => {
    expect(isRegistered(seen, [registered])).toBe(is)
  })
})

describe('the advice on a 403', () => {
  const registeredAddresses = ['203.0.113.9']

  it('bank note 8: names the address that is not registered', () => {
    expect(hintFor403({ lastClientIp: '198.51.100.7', registeredAddresses })).toMatch(
      /198\.51\.100\.7.*does not list/,
    )
  })

  it('bank note 8: says that the address is not known when no health check reported it', () => {
    expect(hintFor403({ lastClientIp: null, registeredAddresses })).toMatch(/is unknown/)
    expect(hintFor403({ lastClientIp: 'unknown', registeredAddresses })).toMatch(/is unknown/)
  })

  it('does not blame an address that is registered, nor a list that is empty', () => {
    expect(hintFor403({ lastClientIp: '203.0.113.9', registeredAddresses })).toMatch(
      /another reason/,
    )
    expect(hintFor403({ lastClientIp: '203.0.113.9', registeredAddresses: [] })).toMatch(
      /lists none/,
    )
  })

  it('is one sentence', () => {
    for (const lastClientIp of [null, '203.0.113.9', '198.51.100.7']) {
      expect(hintFor403({ lastClientIp, registeredAddresses })).toMatch(/^[A-Z].*[^.]\.$/)
    }
  })
})
