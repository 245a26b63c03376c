import { describe, expect, it } from 'vitest'
import type {
  AccountAnswer,
  AccountReading,
} from '../../../../../preload/contract/bank/account-validation.ts'
import {
  unreadableKinds,
  type UnreadableKind,
} from '../../../../../preload/contract/bank/answers/bank-answer.ts'
import { accountValidationTables } from '../../../../../preload/contract/bank/codes/index.ts'
import {
  classAt,
  differingNames,
  explainMatch,
  explainMatches,
  nameFields,
  readingSteps,
  resultClassOf,
  scoreOf,
  verdictOf,
} from '../../../../../preload/contract/domain/validation-reading.ts'

const reading = (part: Partial<AccountReading>): AccountReading => ({
  errorCode: '000',
  accountStatus: { code: '099', message: 'Open Valid' },
  conditionCode: '000',
  overallMatchScore: '95',
  matches: { nameMatch: 'Y' },
  systemRecordId: null,
  primaryId: null,
  secondaryId: null,
  additionalId: null,
  routingNumber: null,
  accountNumber: null,
  feeAttrib: null,
  userDefined: null,
  other: [],
  ...part,
})
const around = (status: number) => ({
  beside: [],
  trace: {
    status,
    transactionId: null,
    namesPayment: false,
    correlationId: null,
    transactionTime: null,
  },
})
const answered = (part: Partial<AccountReading>): AccountAnswer => ({
  kind: 'answered',
  reading: reading(part),
  warnings: [],
  ...around(200),
})
const status = (code: string | null) => ({ accountStatus: { code, message: null } })

describe('names that differ', () => {
  const inPart = (matches: AccountReading['matches'], score = '81') =>
    resultClassOf(answered({ overallMatchScore: score, matches }), 81)

  it.each(['N', 'C', 'n', 'X'])('%j in any name field is no full match', (letter) => {
    for (const field of nameFields) {
      const matches = { firstNameMatch: 'Y', [field]: letter }
      expect(inPart(matches), field).toBe('owner-matches-in-part')
      expect(differingNames({ matches })).toEqual([field])
    }
  })

  it('leave a match of names that the bank could not compare, and of other fields', () => {
    expect(inPart({ firstNameMatch: 'Y', namePrefixMatch: 'U' })).toBe('owner-matches')
    expect(inPart({ firstNameMatch: 'Y', middleNameMatch: ' ' })).toBe('owner-matches')
    expect(inPart({ nameMatch: 'Y', addressMatch: 'N', ssnMatch: 'C' })).toBe('owner-matches')
    expect(inPart({ nameMatch: 'N' }, '80')).toBe('owner-differs')
  })

  it('are first among the fields and in the headline', () => {
    const read = reading({ matches: { nameMatch: 'C', firstNameMatch: 'N', lastNameMatch: 'Y' } })
    const fields = explainMatches(read, null).map(({ field }) => field)
    expect(fields).toEqual(['firstNameMatch', 'nameMatch', 'lastNameMatch'])
    const shown = {
      resultClass: 'owner-matches-in-part',
      differingNames: differingNames(read),
    } as const
    expect(verdictOf(shown).label).toBe(
      'Account open, name differs in part: first name, whole name',
    )
    expect(verdictOf({ ...shown, resultClass: 'account-closed' }).label).toBe('Account closed')
  })

  it('bank note 33: count at every threshold', () => {
    const at = (threshold: number) => classAt('owner-matches-in-part', 81, threshold)
    expect([at(81), at(82)]).toEqual(['owner-matches-in-part', 'owner-differs'])
    expect(classAt('owner-matches', 81, 82)).toBe('owner-differs')
    expect(classAt('owner-differs', 81, 81)).toBe('owner-matches')
    expect(classAt('account-closed', 81, 81)).toBe('account-closed')
  })
})

describe('reading an answer', () => {
  it('bank note 38: reads error code, account status, condition and score in this order', () => {
    expect(readingSteps(reading({}), 81).map((step) => step.name)).toEqual([
      'Error code',
      'Account status',
      'Condition',
      'Match score',
    ])
  })

  it('bank note 34: reads 000 as good in the error code and the condition and as bad in the account status', () => {
    const steps = readingSteps(reading(status('000')), 81)
    expect(steps.map((step) => [step.code, step.tone])).toEqual([
      ['000', 'good'],
      ['000', 'bad'],
      ['000', 'good'],
      ['95', 'good'],
    ])
    expect(steps[1]?.title).toBe('Routing and account combination cannot be located')
    expect(resultClassOf(answered(status('000')), 81)).toBe('account-not-found')
  })

  it('bank note 34: never takes "cannot tell" for bad or for good', () => {
    expect(resultClassOf(answered(status('096')), 81)).toBe('cannot-tell')
    for (const conditionCode of ['300', '301', '302', '396']) {
      const outcome = answered({ conditionCode, overallMatchScore: null, matches: {} })
      expect(resultClassOf(outcome, 81)).toBe('owner-not-checked')
      expect(readingSteps(reading({ conditionCode }), 81)[2]?.tone).toBe('unknown')
    }
  })

  it('bank note 34: reads 699 as open', () => {
    expect(resultClassOf(answered(status('699')), 81)).toBe('owner-matches')
  })

  it('bank note 29: says that no owner was checked for 304, 900 and 901', () => {
    for (const conditionCode of ['304', '900', '901']) {
      const outcome = answered({ conditionCode, overallMatchScore: null, matches: {} })
      expect(resultClassOf(outcome, 81)).toBe('owner-not-checked')
    }
    const { conditionCode } = accountValidationTables
    expect(conditionCode.find('900')?.title).toBe(conditionCode.find('901')?.title)
  })

  it('bank note 33: distinguishes a blank score from 0 and compares with the threshold of the setting', () => {
    expect(scoreOf(reading({ overallMatchScore: null }))).toBeNull()
    expect(scoreOf(reading({ overallMatchScore: '0' }))).toBe(0)
    expect(scoreOf(reading({ overallMatchScore: '101' }))).toBeNull()
    expect(scoreOf(reading({ overallMatchScore: 'high' }))).toBeNull()
    expect(resultClassOf(answered({ overallMatchScore: null }), 81)).toBe('owner-not-checked')
    expect(resultClassOf(answered({ overallMatchScore: '0' }), 81)).toBe('owner-differs')
    expect(resultClassOf(answered({ overallMatchScore: '80' }), 81)).toBe('owner-differs')
    expect(resultClassOf(answered({ overallMatchScore: '81' }), 81)).toBe('owner-matches')
    expect(resultClassOf(answered({ overallMatchScore: '80' }), 70)).toBe('owner-matches')
  })

  it('bank note 38: lets an earlier code decide whatever the later ones say', () => {
    const good = { overallMatchScore: '100' }
    expect(resultClassOf(answered({ ...good, errorCode: '998' }), 81)).toBe('bank-unavailable')
    expect(resultClassOf(answered({ ...good, errorCode: '104' }), 81)).toBe('request-refused')
    expect(resultClassOf(answered({ ...good, ...status('012') }), 81)).toBe('account-closed')
  })

  it('shows a code that the document does not list as received and decides nothing by it', () => {
    for (const part of [{ errorCode: '555' }, status('888'), { conditionCode: '777' }]) {
      expect(resultClassOf(answered(part), 81)).toBe('not-understood')
    }
    expect(readingSteps(reading({ errorCode: '555' }), 81)[0]).toMatchObject({
      code: '555',
      tone: 'unknown',
    })
  })

  it('says so where the answer carries nothing', () => {
    expect(resultClassOf(answered({ errorCode: null }), 81)).toBe('not-understood')
    expect(resultClassOf(answered(status(null)), 81)).toBe('cannot-tell')
    expect(readingSteps(reading(status(null)), 81)[1]?.title).toBe('Not in the answer')
  })
})

describe('explaining a match letter', () => {
  it('bank note 30: leaves out a field that was not sent and never paints U as bad', () => {
    const explained = explainMatches(reading({ matches: { nameMatch: 'Y', dobMatch: 'U' } }), null)
    expect(explained.map(({ field, tone }) => [field, tone])).toEqual([
      ['nameMatch', 'good'],
      ['dobMatch', 'unknown'],
    ])
  })

  it('bank note 30: says that prefix and suffix are always answered U', () => {
    expect(explainMatch('namePrefixMatch', 'U', null).meaning).toContain('always')
    expect(explainMatch('nameSuffixMatch', 'U', null).meaning).toContain('always')
  })

  it('bank note 31: takes C for the good answer to nine digits of an SSN, and only there', () => {
    expect(explainMatch('ssnMatch', 'C', 9).tone).toBe('good')
    expect(explainMatch('ssnMatch', 'C', 4).tone).toBe('warning')
    expect(explainMatch('ssnMatch', 'Y', 4).tone).toBe('good')
    expect(explainMatch('dobMatch', 'C', 9).tone).toBe('warning')
  })

  it('bank note 32: calls a letter unlisted where its field does not allow it', () => {
    expect(explainMatch('stateMatch', 'C', null).tone).toBe('unknown')
    expect(explainMatch('stateMatch', 'C', null).title).toContain(
      'not an answer the document lists',
    )
    expect(explainMatch('cityMatch', 'X', null).tone).toBe('unknown')
  })
})

describe('reading a refusal', () => {
  const refused = (
    status: number,
    errorCode: string | null = null,
    unreadable: UnreadableKind | null = null,
  ): AccountAnswer => ({
    kind: 'refused',
    problem: 'status-not-listed',
    reading: errorCode === null ? null : reading({ errorCode }),
    messages: [],
    connectError: null,
    unreadable,
    ...around(status),
  })

  it('bank note 23: believes the error code that came with it before the status', () => {
    expect(resultClassOf(refused(400, '998'), 81)).toBe('bank-unavailable')
    expect(resultClassOf(refused(400, '104'), 81)).toBe('request-refused')
    expect(resultClassOf(refused(500, '104'), 81)).toBe('request-refused')
  })

  it('tells a call that any account would be refused from a request that is wrong', () => {
    for (const errorCode of ['103', '105', '106', '107']) {
      expect(resultClassOf(answered({ errorCode }), 81), errorCode).toBe('call-refused')
      expect(resultClassOf(refused(400, errorCode), 81), errorCode).toBe('call-refused')
    }
    for (const status of [404, 405, 415])
      expect(resultClassOf(refused(status), 81), String(status)).toBe('call-refused')
    for (const errorCode of ['001', '003', '006', '008', '010', '011', '104'])
      expect(resultClassOf(answered({ errorCode }), 81), errorCode).toBe('request-refused')
  })

  it('understands no envelope without a code in a success', () => {
    expect(resultClassOf(refused(200), 81)).toBe('not-understood')
  })

  it('tells pause, access and outage apart', () => {
    expect(resultClassOf(refused(429), 81)).toBe('pause-after-429')
    expect(resultClassOf(refused(401), 81)).toBe('access-refused')
    expect(resultClassOf(refused(403), 81)).toBe('access-refused')
    expect(resultClassOf(refused(504), 81)).toBe('bank-unavailable')
    expect(resultClassOf(refused(400), 81)).toBe('request-refused')
  })

  it('treats an empty body as a refusal, and a page of a gateway not', () => {
    expect(resultClassOf(refused(400, null, 'empty'), 81)).toBe('request-refused')
    for (const unreadable of unreadableKinds.filter((kind) => kind !== 'empty')) {
      expect(resultClassOf(refused(502, null, unreadable), 81), unreadable).toBe('not-understood')
    }
  })
})
