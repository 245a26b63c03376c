/** Main's side of the treaty: each verb on the service that does the work. Thin on purpose. */
import { err, ok } from '../preload/contract/result.ts'
import type { Failure } from '../preload/contract/failures.ts'
import type { StoreState } from '../preload/contract/workstation-state.ts'
import type { ConnectionService } from './connection/connection.service.ts'
import type { Act } from './audit/hash-chain.ts'
import type { Handlers } from './ipc/handlers.ts'
import type { PracticeService } from './practice/practice.service.ts'
import type { WorkstationStateService } from './workstation-state.service.ts'
import type { ValidationService } from './validation/validation.service.ts'

/** What the handlers reach. */
export interface HandlerParts {
  readonly state: WorkstationStateService
  readonly connection: ConnectionService
  readonly practice: PracticeService
  readonly validation: () => ValidationService | undefined
  /** Records an act that changes nothing in the store. */
  readonly record: (act: Act) => Promise<void>
}

/** Why a verb that needs the store cannot be answered yet, or at all. */
const closedStore = (store: StoreState): Failure<'store-opening'> | Failure<'store-refused'> =>
  store.state === 'refused'
    ? { code: 'store-refused', reason: store.reason, detail: store.detail }
    : { code: 'store-opening' }

/** Derives every handler from the services. */
export function createHandlers(parts: HandlerParts): Handlers {
  const { state, connection, practice, validation, record } = parts
  const closed = () => err(closedStore(state.current().store))
  return {
    workstation: {
      getState: () => ok(state.current()),
      changeSettings: async (part, { operator }) =>
        (await state.changeSettings(part, operator.id)) ? ok(state.current()) : closed(),
      switchPracticeOperator: async ({ operatorId }) => {
        if (!validation()) return closed()
        const switched = await state.switchOperator(operatorId)
        return switched ? ok(state.current()) : err({ code: 'not-found' })
      },
    },
    connection: {
      getState: () => ok(connection.state()),
      checkHealth: (_input, { operator }) =>
        validation() ? connection.checkHealth(operator.id) : closed(),
    },
    validation: {
      submit: (inquiry, { operator }) => validation()?.submit(inquiry, operator) ?? closed(),
      list: async (request) => {
        const service = validation()
        return service ? ok(await service.list(request)) : closed()
      },
      get: ({ id }) => validation()?.get(id) ?? closed(),
      reveal: ({ id }, { operator }) => validation()?.reveal(id, operator) ?? closed(),
    },
    practice: {
      getBank: async () => ok(await practice.state()),
      setScenario: async (order, { operator }) => {
        const detail = { scenario: order.scenario, times: order.times }
        await record({
          actor: operator.id,
          kind: 'practice.scenario-set',
          subject: 'practice',
          detail,
        })
        return practice.setScenario(order)
      },
      clearScenarios: async (_input, { operator }) => {
        await record({
          actor: operator.id,
          kind: 'practice.scenarios-cleared',
          subject: 'practice',
          detail: {},
        })
        return practice.clearScenarios()
      },
    },
  }
}
