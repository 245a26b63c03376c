/** Kysely's compiler for PostgreSQL, with the meanings that the program has with SQLite. */
import {
  BinaryOperationNode,
  OperatorNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ValueListNode,
  ValueNode,
  type OperationNode,
  type OrderByItemNode,
  type RawNode,
} from 'kysely'
import type { EitherNode } from '../dialect.ts'

/**
 * Compiles the words of the dialect. As in SQLite, null is the lowest value of an order, a list may
 * be empty, and `is` compares with any value.
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
    if (node.nulls === undefined) this.append(isDescending(node) ? ' nulls last' : ' nulls first')
  }
}

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
