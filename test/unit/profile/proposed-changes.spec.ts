/** What a second person reads of a change, and which changes need none. */
import { describe, expect, it } from 'vitest'
import {
  bankChanged,
  credentialsStored,
  forwardingChanged,
  forwardingSecretStored,
  operatorChanged,
  ownAccountChanged,
  weakerSettings,
} from '../../../main/profile/proposed-changes.ts'
import type { StoredAccount } from '../../../main/profile/profile-records.ts'
import { defaultSettings } from '../../../main/profile/settings.service.ts'
import {
  emptyDetails,
  products,
  type OwnAccountInput,
  type ProductTerms,
  type ProfileDetails,
} from '../../../preload/contract/api/profiles/profile-details.ts'

const stored: StoredAccount = {
  id: 'a1',
  account_number: '000123456789',
  account_significant: '123456789',
  routing_number: '021000021',
  bank_number: '',
  name: 'Operating',
  currency: 'USD',
  use: 'both',
  company_id: '1550060066',
  legal_name: 'Alder Falls Company',
  address: '1 Mill Road',
}
const input = (part: Partial<OwnAccountInput> = {}): OwnAccountInput => ({
  id: 'a1',
  number: null,
  routingNumber: '021000021',
  bankNumber: '',
  name: 'Operating',
  currency: 'USD',
  use: 'both',
  companyId: '1550060066',
  legalName: 'Alder Falls Company',
  address: '1 Mill Road',
  ...part,
})

describe('an own account', () => {
  it.each([
    ['companyId', '9', 'Company identification'],
    ['legalName', 'Somebody Else', 'Legal name'],
    ['address', '2 Other Street', 'Address'],
    ['currency', 'EUR', 'Currency'],
    ['routingNumber', '550010014', 'Routing number'],
    ['use', 'debit', 'Used for'],
  ] as const)('with another %s is shown with that field', (field, value, what) => {
    expect(ownAccountChanged([stored], input({ [field]: value }))?.changes).toMatchObject([
      { what: 'Own account', from: 'Operating', to: 'Operating' },
      { what },
    ])
  })

  it('with another name is shown with both, since NACHA files have it as the company', () => {
    expect(ownAccountChanged([stored], input({ name: 'Payroll' }))?.changes).toEqual([
      { what: 'Own account', from: 'Operating', to: 'Payroll' },
    ])
  })

  it('is said to have another number where the mask stays the same', () => {
    expect(ownAccountChanged([stored], input({ number: '999123456789' }))?.changes).toMatchObject([
      { what: 'Own account' },
      { what: 'Account number', to: 'another, \u2022\u2022\u2022\u20226789' },
    ])
  })

  it('is shown in full where it is new, with the labels of its form', () => {
    const added = input({ id: null, number: '000987654321', name: 'Payroll', address: '' })
    expect(ownAccountChanged([stored], added)?.changes).toEqual([
      { what: 'Own account', from: null, to: 'Payroll' },
      { what: 'Account number', from: null, to: '\u2022\u2022\u2022\u20224321' },
      { what: 'Routing number', from: null, to: '021000021' },
      { what: 'Currency', from: null, to: 'USD' },
      { what: 'Used for', from: null, to: 'Debit and credit' },
      { what: 'Company identification', from: null, to: '1550060066' },
      { what: 'Legal name', from: null, to: 'Alder Falls Company' },
    ])
  })

  it('that stays as it is needs nobody', () => {
    expect(ownAccountChanged([stored], input())).toBeUndefined()
    expect(ownAccountChanged([stored], input({ number: '000123456789' }))).toBeUndefined()
  })
})

describe('the details of the bank', () => {
  const terms = (...named: ProductTerms['product'][]): ProductTerms[] =>
    named.map((product) => ({ product, hours: { kind: 'all-day' }, calls: null, volume: null }))
  const details = (part: Partial<ProfileDetails>): ProfileDetails => ({ ...emptyDetails, ...part })
  const listener = (...permitted: string[]) =>
    details({
      listener: { host: '::', port: 443, enabled: true, publicUrl: null, permitted },
    })
  const whats = (before: ProfileDetails, after: ProfileDetails) =>
    bankChanged(before, after)?.changes.map(({ what }) => what) ?? []

  it('need one where a product is no longer blocked, and none where more are', () => {
    const wires = details({ products: terms('wire') })
    expect(bankChanged(wires, emptyDetails)?.changes).toEqual([
      { what: 'Products', from: 'Wire transfer', to: 'none entered, so all' },
    ])
    expect(whats(wires, details({ products: terms('wire', 'rtp') }))).toEqual(['Products'])
    expect(whats(wires, details({ products: terms('rtp') }))).toEqual(['Products'])
    expect(whats(emptyDetails, wires)).toEqual([])
    expect(whats(details({ products: terms(...products) }), wires)).toEqual([])
    expect(whats(details({ products: terms(...products) }), emptyDetails)).toEqual([])
  })

  it('need one for more calls per second than the documented five', () => {
    const calls = (callsPerSecond: number): ProfileDetails => details({ callsPerSecond })
    expect(whats(calls(3), calls(5))).toEqual([])
    expect(whats(calls(5), calls(6))).toEqual(['Calls per second'])
    expect(whats(calls(8), calls(6))).toEqual([])
  })

  it('need one for more senders of alerts', () => {
    expect(whats(listener('192.0.2.7'), listener())).toEqual(['Permitted addresses'])
    expect(whats(listener('192.0.2.7'), listener('192.0.2.0/24'))).toEqual(['Permitted addresses'])
    expect(whats(listener('192.0.2.7', '192.0.2.8'), listener('192.0.2.7'))).toEqual([])
    expect(whats(listener(), listener('192.0.2.7'))).toEqual([])
    expect(whats(listener('192.0.2.7'), emptyDetails)).toEqual([])
    // Otherwise a listener that is removed and added again would take anybody.
    expect(whats(emptyDetails, listener())).toEqual(['Permitted addresses'])
    expect(whats(emptyDetails, listener('192.0.2.7'))).toEqual(['Permitted addresses'])
  })
})

it('a name is shown with both, also of somebody who is disabled', () => {
  const known = { id: 'b', name: 'Ben', roles: ['maker' as const], disabled: true, setBy: null }
  const renamed = { id: 'b', name: 'Theo', roles: ['maker' as const], disabled: true }
  expect(operatorChanged(renamed, known)?.changes).toEqual([
    { what: 'Name', from: 'Ben', to: 'Theo' },
  ])
  expect(operatorChanged({ ...renamed, name: 'Ben' }, known)).toBeUndefined()
})

it('no secret is shown', () => {
  const credentials = {
    consumerKey: '2026-11-23T14:00:00.000Z',
    consumerSecret: null,
    clientId: null,
    clientSecret: null,
  }
  const asked = credentialsStored({ credentials }, { consumerKey: 'hush', clientSecret: 'hush' })
  expect(asked.changes).toEqual([
    { what: 'Consumer key', from: 'stored', to: 'a new value' },
    { what: 'Client secret', from: null, to: 'a new value' },
  ])
  const forwarded = forwardingSecretStored(
    { url: 'https://alerts.example/take', credential: null },
    { kind: 'basic', userName: 'ann', password: 'hush' },
  )
  expect(forwarded?.changes).toEqual([
    {
      what: 'Credential for https://alerts.example/take',
      from: null,
      to: 'user name and password, new',
    },
  ])
})

describe('forwarding', () => {
  const url = 'https://alerts.example/take'
  const on = { enabled: true, url }
  const settings = { ...on, sinceDays: null, confirmedHost: null }

  it('needs one where more is heard, or somebody else hears it', () => {
    expect(forwardingChanged({ enabled: false, url }, settings)?.changes).toMatchObject([
      { what: 'Forwarding of alerts', from: 'off', to: 'on' },
      { what: 'Start', to: 'from where it stopped' },
    ])
    const elsewhere = { ...settings, url: 'https://other.example/take', sinceDays: 0 }
    expect(forwardingChanged(on, elsewhere)?.changes).toEqual([
      { what: 'Address', from: url, to: 'https://other.example/take' },
      { what: 'Start', from: null, to: 'from now on' },
    ])
    expect(forwardingChanged(on, { ...settings, sinceDays: 30 })?.changes).toEqual([
      { what: 'Start', from: null, to: 'with the past 30 days' },
    ])
  })

  it('needs none where it ends, or goes on', () => {
    expect(forwardingChanged(on, settings)).toBeUndefined()
    expect(forwardingChanged(on, { ...settings, sinceDays: 0 })).toBeUndefined()
    expect(forwardingChanged(on, { ...settings, enabled: false })).toBeUndefined()
    expect(forwardingChanged(on, { ...settings, enabled: false, url: null })).toBeUndefined()
    expect(forwardingSecretStored({ url, credential: null }, null)).toBeUndefined()
  })
})

it('a lower score threshold needs one, a higher one none', () => {
  expect(weakerSettings(defaultSettings, { scoreThreshold: 80 })?.changes).toEqual([
    { what: 'Score threshold', from: '81', to: '80' },
  ])
  expect(weakerSettings(defaultSettings, { scoreThreshold: 81 })).toBeUndefined()
  expect(weakerSettings(defaultSettings, { theme: 'dark' })).toBeUndefined()
})
