/**
 * Any answer of a server: JSON of any shape with names from the documents, and bodies that are no
 * JSON.
 */
import fc from 'fast-check'

const names = (
  'status transactionId requestReference error code title description ServiceError ErrorMessage ' +
  'TransactionId X-CorrelationId TransactionTime ConnectError batch details uuid errorMessages ' +
  'informationMessages traceNumber addenda addendaSequenceNumber transactions metadata messages message page ' +
  'totalRecords lastPage responseHeader retrivedRows totalRows errorResponse businessFault systemFault ' +
  'errorCode errorDescription getACHReturnTransactionsResponse ACHReturnTransaction ' +
  'getACHCollectedTransactionsResponse ACHCollectedTransaction getACHPostedTransactionsResponse ' +
  'ACHPostedTransaction ACHTransactionStatus ACHStatus accountValidationResponse AOAResponse Result AcctOwner ' +
  'AcctStatus Client conditionCode overallMatchScore nameMatch parNumber transactionAmount receivingAccount ' +
  'notificationOfChange participants doddFrank paymentStatus expires_in api_product_list_json Status ClientIp ' +
  '__proto__ constructor toString hasOwnProperty length then toJSON rawJSON'
).split(' ')

const texts = fc.constantFrom(
  ...'FAILED ERROR IN_PROCESS accepted rejected failure COLLECTED 000 001 099 998 SVC-0006 ECA-W-001'.split(
    ' ',
  ),
)
const oddStrings = fc.constantFrom(
  '',
  ' ',
  '\ud800',
  '\udfff\ud800',
  '\u0000',
  '\u202e',
  '{"a":1}',
  '<html>',
)
const digits = fc.constantFrom(
  ...'0 -0 1 0.1 1e400 -1e-400 12500.10 123456789012345678901234567890 9007199254740993 1E+2'.split(
    ' ',
  ),
)
const quoted = (text: string): string => JSON.stringify(text)

const { tree } = fc.letrec<{ tree: string; object: string; list: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6, depthSize: 'medium' },
    {
      arbitrary: fc
        .oneof(texts, oddStrings, fc.string({ unit: 'binary', maxLength: 20 }))
        .map(quoted),
      weight: 3,
    },
    { arbitrary: digits, weight: 2 },
    { arbitrary: fc.constantFrom('null', 'true', 'false'), weight: 1 },
    { arbitrary: tie('object'), weight: 6 },
    { arbitrary: tie('list'), weight: 2 },
  ),
  // Built by hand, so that names can repeat and __proto__ is an ordinary name.
  object: fc
    .array(
      fc.tuple(
        fc.oneof(
          { arbitrary: fc.constantFrom(...names), weight: 9 },
          { arbitrary: fc.string(), weight: 1 },
        ),
        tie('tree'),
      ),
      {
        maxLength: 7,
      },
    )
    .map((members) => `{${members.map(([name, value]) => `${quoted(name)}:${value}`).join(',')}}`),
  list: fc.array(tie('tree'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
}))

const deep = fc
  .tuple(fc.integer({ min: 50, max: 3_000 }), fc.constantFrom(['[', ']'], ['{"a":', '}']))
  .map(([depth, [open, close]]) => `${open.repeat(depth)}1${close.repeat(depth)}`)

/** Puts a tree into the documented wrappers, so that some answers parse and not all are refused. */
const wrapped = fc
  .tuple(
    fc.constantFrom(
      (inner: string) => inner,
      (inner: string) => `{"accountValidationResponse":{"AOAResponse":{"Result":${inner}}}}`,
      (inner: string) => `{"ServiceError":${inner}}`,
      (inner: string) => `{"batch":${inner}}`,
      (inner: string) => `{"getACHReturnTransactionsResponse":${inner}}`,
      (inner: string) => `{"transactions":[${inner}],"metadata":${inner}}`,
      (inner: string) => `{"access_token":${inner},"expires_in":${inner}}`,
    ),
    tree,
  )
  .map(([wrap, inner]) => wrap(inner))

/** The bytes of a body. */
export const anyBody: fc.Arbitrary<Buffer> = fc.oneof(
  { arbitrary: wrapped.map((text) => Buffer.from(text)), weight: 8 },
  {
    arbitrary: fc.json({ maxDepth: 5, stringUnit: 'binary' }).map((text) => Buffer.from(text)),
    weight: 3,
  },
  { arbitrary: deep.map((text) => Buffer.from(text)), weight: 1 },
  { arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)), weight: 2 },
  { arbitrary: wrapped.map((text) => Buffer.from(text.slice(0, -2))), weight: 1 },
)

/**
 * Statuses with a body, documented ones more often. 429 pauses the client and has its own tests.
 */
export const anyStatus = fc.oneof(
  { arbitrary: fc.constantFrom(200, 200, 299, 400), weight: 6 },
  { arbitrary: fc.constantFrom(401, 403, 404, 405, 415, 500, 502, 503, 504), weight: 3 },
  {
    arbitrary: fc
      .integer({ min: 200, max: 599 })
      .filter((status) => ![204, 205, 304, 429].includes(status)),
    weight: 2,
  },
)

/** The media type of the body. */
export const anyMediaType = fc.constantFrom(
  'application/json',
  'text/html',
  'text/plain; charset=latin1',
  '',
)
