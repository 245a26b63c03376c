import { describe, expect, it } from 'vitest'
import { readValidation } from '../../../../main/bank/apis/account-validation-answer.ts'
import { toWire } from '../../../../main/bank/apis/account-validation-wire.ts'
import { saveCall } from '../../../../main/bank/call-record.ts'
import { systemClock } from '../../../../main/platform/clock.ts'
import {
  createValidationService,
  type ValidationService,
} from '../../../../main/inquiry/validation/validation.service.ts'
import type { AccountInquiry } from '../../../../preload/contract/bank/account-validation.ts'
import type { Operator } from '../../../../preload/contract/domain/operators/roles.ts'
import type { Store } from '../../../../main/store/store.ts'
import { newStorePath, open } from '../../store/stores.ts'
import { recorded } from '../traffic/recorded-calls.ts'

const mara: Operator = { id: 'mara', name: 'Mara Ellison', roles: ['maker'] }
const inquiry: AccountInquiry = {
  apiVersion: 'v1',
  routingNumber: '021000021',
  accountNumber: '001000200031',
  ownerKind: 'person',
  owner: {
    firstName: 'Margaret',
    lastName: 'O\u2019Brien',
    addressLine1: '12 Mill Rd',
    city: 'Quarry Bend',
    homePhone: '5035550142',
  },
  userDefined: 'PAYEE-17 OBRIEN',
}
/** An answer that repeats all its input, in spellings of its own. */
const body = JSON.stringify({
  accountValidationResponse: {
    AOAResponse: {
      Result: {
        errorCode: '000',
        routingNumber: '021000021',
        accountNumber: '1000200031',
        AcctOwner: { conditionCode: '000', overallMatchScore: '95', nameMatch: 'Y' },
        AcctStatus: { primaryStatusCode: '099', primMessage: 'Open Valid' },
        Client: { userDefined: 'PAYEE-17 OBRIEN' },
        remark: "O'BRIEN, MARGARET of 12 MILL RD Quarry Bend, (503) 555-0142",
      },
    },
  },
})
const personal = /margaret|brien|mill rd|555-?0142|1000200031/i

/** The service on a store of its own, with a bank that answers with the body above. */
async function aValidation(part: Partial<AccountInquiry> = {}): Promise<{
  store: Store
  service: ValidationService
  id: string
  acts: () => Promise<unknown>
}> {
  const store = await open(newStorePath())
  let ids = 0
  const newId = (): string => `id-${(ids += 1)}`
  const api = {
    verify: async (requested: AccountInquiry) => {
      const callId = newId()
      await saveCall(
        store,
        recorded({
          id: callId,
          requestBody: JSON.stringify(toWire(requested, { secondaryId: '5550142' })),
          responseHeaders: { 'x-owner': 'Margaret+O%27Brien' },
          responseBody: body,
        }),
      )
      const answer = { status: 200, headers: {}, body, base64: false }
      return { answer: readValidation({ status: 200, answer }), callId }
    },
  }
  const service = createValidationService({
    store,
    api: () => api,
    pausedUntil: () => null,
    v2Path: () => null,
    threshold: () => 81,
    operatorName: () => mara.name,
    clock: systemClock,
    newId,
  })
  const created = await service.submit({ ...inquiry, ...part }, mara)
  if (!created.ok) throw new Error(created.error.code)
  const acts = () =>
    store.read
      .selectFrom('audit_entries')
      .select(['actor', 'subject'])
      .where('kind', '=', 'validation.revealed')
      .execute()
  return { store, service, id: created.value.id, acts }
}
const everything = { cursor: null, limit: 10, search: '', resultClass: null }

describe('a validation as the window receives it', () => {
  it('names neither owner nor account: in the list, in the record, in the raw answer', async () => {
    const { service, id } = await aValidation()
    const list = await service.list(everything)
    expect(list.items).toMatchObject([
      {
        ownerName: 'M\u2022\u2022\u2022 O\u2022\u2022\u2022',
        account: '\u2022\u2022\u2022\u20220031',
      },
    ])
    expect(JSON.stringify(list)).not.toMatch(personal)
    const record = await service.get(id)
    if (!record.ok) return expect.fail(record.error.code)
    expect(JSON.stringify(record.value)).not.toMatch(personal)
    expect(record.value.userDefined).toBe('PAYEE-17 O\u2022\u2022\u2022')
    expect(record.value).toMatchObject({ answersAbout: 'the-account', score: 95 })
    expect(record.value.raw?.body).toContain('"primMessage":"Open Valid"')
    expect(record.value.raw?.body).toContain('Quarry Bend')
  })

  it('is the whole record on request, which is recorded', async () => {
    const { service, id, acts } = await aValidation()
    expect(await acts()).toEqual([])
    const whole = await service.reveal(id, mara)
    if (!whole.ok) return expect.fail(whole.error.code)
    expect(whole.value).toMatchObject({
      account: '001000200031',
      ownerName: 'Margaret O\u2019Brien',
      userDefined: 'PAYEE-17 OBRIEN',
      raw: { body },
    })
    expect(await acts()).toEqual([{ actor: 'mara', subject: id }])
    const after = await service.get(id)
    expect(JSON.stringify(after)).not.toMatch(personal)
  })

  const account = ['1000200031', '001000200031', '00001000200031', '0031']
  it.each(['margaret', 'o\u2019brien', ...account, '0210000', 'payee-17', '17 o'])(
    'is found by stored text that is not shown: %s',
    async (search) => {
      const { service } = await aValidation()
      expect((await service.list({ ...everything, search })).total).toBe(1)
      expect((await service.list({ ...everything, search: `${search}x` })).total).toBe(0)
    },
  )

  const parts = ['10002', '00200031', '20003', '00031', '100020003', '1000200031x']
  it.each(parts)('is not found by a part of the account that is not shown: %s', async (search) => {
    const { service } = await aValidation({ userDefined: 'PAY 001000200031 now' })
    const list = (text: string) => service.list({ ...everything, search: text })
    expect((await list(search)).total).toBe(0)
    expect((await list('0031 now')).total).toBe(1)
  })
})
