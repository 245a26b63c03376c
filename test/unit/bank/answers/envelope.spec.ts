import { describe, expect, it } from 'vitest'
import { messagesIn, readEnvelope, hasMessageCode } from '../../../../main/bank/answers/envelope.ts'

const says = (code: string | null, text: string | null) => ({ code, text })

describe('the error envelope', () => {
  const shapes: [string, unknown, object[]][] = [
    ['ErrorMessage', { ErrorMessage: 'Bad' }, [says(null, 'Bad')]],
    ['ServiceError as text', { ServiceError: 'no route' }, [says(null, 'no route')]],
    ['ConnectError', { ServiceError: { ConnectError: 'down' } }, [says(null, 'down')]],
    ['ConnectError bare', { ConnectError: 'down' }, [says(null, 'down')]],
    ['ConnectError in one name', { 'ServiceError.ConnectError': 'down' }, [says(null, 'down')]],
    [
      'error{}',
      { ServiceError: { error: { code: 'SVC-1006', title: 'T', description: 'D' } } },
      [says('SVC-1006', 'T: D')],
    ],
    ['error{} at the top', { error: { code: 'SVC-1', title: 'T' } }, [says('SVC-1', 'T')]],
    ['error as text', { error: 'invalid' }, [says(null, 'invalid')]],
    [
      'code and message',
      { ServiceError: { code: 'ECA-W-001', message: 'M' } },
      [says('ECA-W-001', 'M')],
    ],
    [
      'AOAResponse',
      { ServiceError: { AOAResponse: { Result: { errorCode: '104' } } } },
      [says('104', null)],
    ],
    [
      'businessFault[]',
      { ServiceError: { businessFault: [{ errorCode: '1', errorDescription: 'F' }, 'bare'] } },
      [says('1', 'F'), says(null, 'bare')],
    ],
    [
      'systemFault{} in errorResponse',
      { errorResponse: { systemFault: { errorCode: '2' } } },
      [says('2', null)],
    ],
    [
      'errorResponse in the named object of an inquiry',
      {
        getACHReturnTransactionsResponse: {
          errorResponse: { businessFault: [{ errorCode: '3' }] },
        },
      },
      [says('3', null)],
    ],
    [
      'errorResponse in ServiceError',
      { ServiceError: { errorResponse: { businessFault: [{ errorCode: '4' }] } } },
      [says('4', null)],
    ],
    [
      'a list of ServiceErrors',
      { ServiceError: [{ code: 'A', message: 'one' }, 'two'] },
      [says('A', 'one'), says(null, 'two')],
    ],
    [
      'a list of envelopes',
      [{ ErrorMessage: 'one' }, 'two'],
      [says(null, 'one'), says(null, 'two')],
    ],
    ['bare text', 'no route', [says(null, 'no route')]],
    ['nothing', undefined, []],
    ['blanks', { ErrorMessage: ' ', ServiceError: null, errorResponse: [] }, []],
  ]
  it.each(shapes)('bank note 15: reads %s', (_shape, body, expected) => {
    expect(messagesIn(body)).toEqual(expected)
  })

  it.each([
    { ServiceError: 'down' },
    { ServiceError: { ConnectError: 'down' } },
    { ServiceError: [{ ConnectError: 'down' }] },
    { ConnectError: 'down' },
    { 'ServiceError.ConnectError': 'down' },
  ])('bank note 15: distinguishes ConnectError from %j', (body) => {
    expect(readEnvelope(body).connectError).toBe('down')
  })

  it('returns once what a body states twice', () => {
    const body = { ErrorMessage: 'down', ServiceError: { ConnectError: 'down' } }
    expect(messagesIn(body)).toEqual([says(null, 'down')])
  })

  it('bank note 13 and bank note 16: gives id and time as they came', () => {
    const body = {
      'X-CorrelationID': 'not-36',
      TransactionTime: '2026-11-20T9.14',
      TransactionId: 7,
    }
    expect(readEnvelope(body)).toMatchObject({
      correlationId: 'not-36',
      transactionTime: '2026-11-20T9.14',
      transactionId: '7',
    })
  })

  it('reads no inherited member', () => {
    const body = Object.create({ ErrorMessage: 'inherited' }) as object
    expect(messagesIn(body)).toEqual([])
  })

  it('bank note 7: recognises a code whatever its prefix, and nothing that only resembles it', () => {
    expect(hasMessageCode([says('SVC-0006', null)], '0006')).toBe(true)
    expect(hasMessageCode([says('OPR2-0006', 'x')], '0006')).toBe(true)
    expect(hasMessageCode([says(null, 'SVC-0006 not authorized')], '0006')).toBe(true)
    expect(hasMessageCode([says('SVC-00061', null), says('0006', null)], '0006')).toBe(false)
    expect(hasMessageCode([says(null, 'see SVC-0006')], '0006')).toBe(false)
  })
})
