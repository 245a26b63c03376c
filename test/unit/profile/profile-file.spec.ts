import { expect, it } from 'vitest'
import { readProfileFile, writeProfileFile } from '../../../main/profile/profile-file.ts'
import type { StoredAccount } from '../../../main/profile/profile-records.ts'
import { emptyDetails } from '../../../preload/contract/api/profiles/profile-details.ts'

const account: StoredAccount = {
  id: 'a',
  account_number: '0001234567890',
  account_significant: '1234567890',
  routing_number: '021000021',
  bank_number: '0210',
  name: 'Operating',
  currency: 'USD',
  use: 'both',
  company_id: '1041000124',
  legal_name: 'Ridgeway Company',
  address: '12 Ridge Road',
}
const profile = {
  name: 'Ridgeway',
  environment: 'production',
  details: { ...emptyDetails, baseUrl: 'https://api.bank.example', secondaryId: '5550142' },
  validationV2Path: '/accounts/validations/v2/verifyAccount',
  accounts: [account],
} as const
const writtenAt = new Date('2026-11-21T09:00:00Z')
const write = (withAccountNumbers: boolean) =>
  writeProfileFile(profile, { withAccountNumbers, writtenAt })

it('leaves account numbers out unless they were requested', () => {
  expect(write(false)).not.toContain('1234567890')
  expect(write(false)).toContain('\u2022\u2022\u2022\u20227890')
  expect(write(true)).toContain('0001234567890')
})

it('comes back as it was written, leading zeros kept', () => {
  const read = readProfileFile(Buffer.from(write(true)))
  expect(read).toMatchObject({
    ok: true,
    value: {
      name: 'Ridgeway',
      environment: 'production',
      details: profile.details,
      validationV2Path: profile.validationV2Path,
      accounts: [{ number: '0001234567890', name: 'Operating' }],
    },
  })
})

it('keeps company identification and sender, and reads a file of an earlier version without them', () => {
  const accounts = (text: string) => {
    const read = readProfileFile(Buffer.from(text))
    return read.ok
      ? read.value.accounts.map(({ companyId, legalName, address }) => [
          companyId,
          legalName,
          address,
        ])
      : read.error
  }
  expect(accounts(write(true))).toEqual([['1041000124', 'Ridgeway Company', '12 Ridge Road']])
  const earlier = JSON.parse(write(true)) as { accounts: object[] }
  const none = { companyId: undefined, legalName: undefined, address: undefined }
  earlier.accounts = earlier.accounts.map((one) => ({ ...one, ...none }))
  expect(accounts(JSON.stringify(earlier))).toEqual([['', '', '']])
})

it('takes a file that an editor gave a byte order mark', () => {
  expect(readProfileFile(Buffer.from(`\uFEFF${write(false)}`)).ok).toBe(true)
})

it.each([
  ['not JSON', 'hello', 'The file is not JSON.'],
  ['another JSON', '{"a":1}', 'The file is not a Countersign profile.'],
  ['null', 'null', 'The file is not a Countersign profile.'],
])('says what is wrong with %s', (_what, text, error) => {
  expect(readProfileFile(Buffer.from(text))).toEqual({ ok: false, error })
})

it('names the field that breaks a rule', () => {
  const text = write(false).replace('https://api.bank.example', 'http://api.bank.example')
  const read = readProfileFile(Buffer.from(text))
  expect(read).toMatchObject({ ok: false })
  expect(JSON.stringify(read)).toContain('details.baseUrl')
})

it('refuses a file that smuggles more into the details than the contract knows', () => {
  const file = JSON.parse(write(false)) as { details: object }
  file.details = { ...file.details, consumerSecret: 'x' }
  expect(readProfileFile(Buffer.from(JSON.stringify(file))).ok).toBe(false)
})
