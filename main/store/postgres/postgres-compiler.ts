/** Kysely's compiler for PostgreSQL, with the meanings that the program has with SQLite. */
import {
  AliasNode,
  BinaryOperationNode,
  ColumnNode,
  IdentifierNode,
  OperatorNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  RawNode,
  ReferenceNode,
  SelectQueryNode,
  TableNode,
  ValueListNode,
  ValueNode,
  type OperationNode,
  type OrderByItemNode,
} from 'kysely'
import type { EitherNode } from '../dialect.ts'

/**
 * Compiles the words of the dialect. As in SQLite, null is the lowest value of an order, a list may
 * be empty, and `is` compares with any value. SQL text is written as it is.
 */
export class PostgresCompiler extends PostgresQueryCompiler {
  protected override visitRaw(node: RawNode | EitherNode): void {
    super.visitRaw('postgres' in node ? node.postgres : node)
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand } = node
    const name = OperatorNode.is(operator) ? operator.operator : ''
    if (isEmptyList(rightOperand)) {
      this.append(name === 'in' ? 'false' : 'true')
      return
    }
    const comparing = comparisons[name]
    const isComparing = comparing !== undefined && !isLiteral(rightOperand)
    super.visitBinaryOperation(
      isComparing
        ? BinaryOperationNode.create(node.leftOperand, OperatorNode.create(comparing), rightOperand)
        : node,
    )
  }

  protected override visitOrderByItem(node: OrderByItemNode): void {
    super.visitOrderByItem(node)
    if (node.nulls !== undefined || this.#isNeverNull(node.orderBy)) return
    this.append(isDescending(node) ? ' nulls last' : ' nulls first')
  }

  /** Whether a sort value is a column of {@link neverNull} of a table that the query reads whole. */
  #isNeverNull(value: OperationNode): boolean {
    const query = this.nodeStack.findLast((node) => SelectQueryNode.is(node))
    const column = columnIn(value)
    if (query === undefined || column === undefined || !neverNull.has(column.name)) return false
    const tables = tablesOf(query)
    if (column.table !== undefined) return tables.includes(column.table)
    return (
      !tables.includes(undefined) &&
      query.setOperations === undefined &&
      !isAlias(column.name, query)
    )
  }
}

/**
 * Columns that lists are ordered by, and that are null in no table. An order by one of them has no
 * place for nulls, because the index of a key has another one than SQLite, and PostgreSQL would not
 * use it.
 */
export const neverNull: ReadonlySet<string> = new Set([
  'at',
  'created_at',
  'delivery_seq',
  'from_at',
  'id',
  'journalled_at',
  'kind',
  'maker',
  'place',
  'planned_at',
  'planned_on',
  'position',
  'purpose',
  'row',
  'seq',
  'updated_at',
  'value_date',
  'version',
])

interface Column {
  readonly table: string | undefined
  readonly name: string
}

/** The column that a sort value is, also one that was written as SQL. */
function columnIn(node: OperationNode): Column | undefined {
  if (ReferenceNode.is(node) && ColumnNode.is(node.column))
    return { table: node.table && nameOf(node.table), name: node.column.column.name }
  if (!RawNode.is(node)) return undefined
  const { sqlFragments: texts, parameters: parts } = node
  if (parts.length === 1 && parts[0] !== undefined && texts.join('') === '')
    return columnIn(parts[0])
  const written = parts.length === 0 ? /^(?:(\w+)\.)?(\w+)$/.exec(texts.join('')) : null
  return written?.[2] === undefined ? undefined : { table: written[1], name: written[2] }
}

/** The names of the tables that a query reads; undefined for what is none, or may have no row. */
function tablesOf({ from, joins = [] }: SelectQueryNode): readonly (string | undefined)[] {
  const areWhole = joins.every(({ joinType }) => wholeJoins.includes(joinType))
  return areWhole
    ? [
        ...(from?.froms ?? []).map(nameOf),
        ...joins.map(({ joinType, table }) =>
          joinType === 'LeftJoin' ? undefined : nameOf(table),
        ),
      ]
    : [undefined]
}

/** These keep the rows of the tables before them whole. */
const wholeJoins: readonly string[] = ['InnerJoin', 'CrossJoin', 'LeftJoin']

function nameOf(node: OperationNode): string | undefined {
  if (TableNode.is(node)) return node.table.identifier.name
  const isNamed = AliasNode.is(node) && TableNode.is(node.node) && IdentifierNode.is(node.alias)
  return isNamed ? node.alias.name : undefined
}

/** Whether the query gives a value of its own this name. */
const isAlias = (name: string, { selections = [] }: SelectQueryNode): boolean =>
  selections.some(
    ({ selection }) =>
      AliasNode.is(selection) &&
      IdentifierNode.is(selection.alias) &&
      selection.alias.name === name,
  )

const comparisons: Readonly<Record<string, 'is not distinct from' | 'is distinct from'>> = {
  is: 'is not distinct from',
  'is not': 'is distinct from',
}

/** A value that is written into the statement, such as null. */
const isLiteral = (node: OperationNode): boolean => ValueNode.is(node) && node.immediate === true

const isEmptyList = (node: OperationNode): boolean =>
  (PrimitiveValueListNode.is(node) || ValueListNode.is(node)) && node.values.length === 0

function isDescending({ direction }: OrderByItemNode): boolean {
  return direction !== undefined && 'sqlFragments' in direction
    ? (direction as RawNode).sqlFragments.join('').trim().toLowerCase() === 'desc'
    : false
}
