/**
 * Lint restrictions for the work of a transaction: it waits for its own statements alone, because every workstation of
 * a team waits for it. Lint knows the transaction by its name, `tx`, and in the work of a job's transaction by `job`.
 * test/unit/lint-rules.spec.ts tries every violation.
 */

const onlyStatements =
  'A transaction awaits calls on tx (in a job: on job), and calls that take it as an argument: do the rest before or after.'
const named = 'Name the transaction tx: lint knows its statements by this name.'
const noOtherWay =
  'The whole team waits for a transaction: use what its statements read, and do the rest before or after.'

/** Selectors know no recursion, so places of parameters and arguments are listed, and links of a chain of calls. */
const places = [0, 1, 2, 3]
const longestChain = 24

const anyOf = (selectors: readonly string[]): string => `:matches(${selectors.join(', ')})`

/** Matches a node whose call at `path` starts at `name` (`tx.selectFrom(…).execute()`) or takes it as an argument. */
const statement = (name: string, path = ''): string =>
  anyOf([
    ...places.map((place) => `[${path}arguments.${place}.name="${name}"]`),
    ...Array.from(
      { length: longestChain },
      (_, links) => `[${path}callee${'.object.callee'.repeat(links)}.object.name="${name}"]`,
    ),
  ])

const parameter = (path: string, name: string): string =>
  anyOf(places.map((place) => `[params.${place}.${path}name="${name}"]`))

const transaction = `:function${parameter('', 'tx')}`
/** A function that selects with a `Reader` may be part of a transaction. */
const reading = `:function${parameter('typeAnnotation.typeAnnotation.typeName.', 'Reader')}`
const inJob = 'CallExpression[callee.property.name=/^(transact|tally)$/] > :function'
const recording = 'CallExpression[callee.property.name=/^record(One)?$/] > :function'

const together = 'CallExpression[callee.object.name="Promise"][callee.property.name="all"]'

/** Whatever the functions at `where` wait for that is no statement of `name`. */
const waits = (where: string, name: string): string[] => {
  const own = [statement(name, 'argument.'), statement(name, 'argument.expression.')]
  return [
    `${where} AwaitExpression:not(${own.join(', ')}, :has(> ${together}))`,
    // Statements that do not need each other's answers go together.
    `${where} ${together}:not([arguments.0.type="ArrayExpression"], ${statement(name, 'arguments.0.arguments.0.body.')})`,
    `${where} ${together}:has(> ArrayExpression:has(> :not(${statement(name)})))`,
    `${where} ForOfStatement[await=true]`,
    // An arrow function without braces returns its call.
    `${where}[body.type="CallExpression"]:not(:has(> CallExpression:has(Identifier[name="${name}"])))`,
  ]
}

/** They wait, or go on after the transaction: also where nothing awaits them. */
const calls = '/^(fetch|setTimeout|setInterval|startTimer|atMost|wait)$|Sync$/'

const selectors = (message: string, ...all: readonly string[]) =>
  all.map((selector) => ({ selector, message }))

/** `no-restricted-syntax` of functions that work in a transaction. */
export const transactions = [
  ...selectors(
    onlyStatements,
    ...waits(transaction, 'tx'),
    // These make a value.
    `${transaction}[async=true] ReturnStatement[argument.type="CallExpression"][argument.callee.name!=/^(ok|err|withDetail)$/]:not(:has(Identifier[name="tx"]))`,
    ...waits(inJob, 'job'),
  ),
  ...selectors(
    named,
    `${recording}[params.0.name!="tx"]`,
    ':function > Identifier[typeAnnotation.typeAnnotation.typeName.name=/^(Transaction|Writer)$/][name!="tx"]',
  ),
  ...selectors(
    noOtherWay,
    ...[transaction, reading, inJob].flatMap((where) => [
      `${where} Identifier[name=/^(connection|store|saveHead)$/]`,
      `${where} CallExpression:matches([callee.name=${calls}], [callee.property.name=${calls}])`,
      `${where} MemberExpression[property.name="add"]:matches([object.name="sent"], [object.property.name="sent"])`,
    ]),
  ),
]
