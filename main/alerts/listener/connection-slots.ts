/**
 * The connections of a listener and the stage of each. Connections that were let in once and those
 * that were not have separate limits, so that strangers never push out a sender. When the
 * strangers' slots are full, each new one closes one from the address that holds most of them, so
 * that one address cannot block the bank at another address.
 *
 * A flood from the bank's own address, such as through a proxy in front, cannot be distinguished
 * from the bank before its handshake: there the list of permitted addresses and that proxy must
 * help. Even there, connections with a finished handshake keep their slots before those without
 * one, up to half of the slots.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './permitted-addresses.ts'

/**
 * `bare`: no handshake yet. `stranger`: handshake done, no request let in. `sending`: let in, its
 * body is not complete. `storing`: its delivery is being stored. `idle`: let in before and
 * answered. `leaving`: rejected.
 */
type Stage = 'bare' | 'stranger' | 'sending' | 'storing' | 'idle' | 'leaving'

interface Slot {
  readonly name: string
  readonly remote: string
  /** The network whose connections are counted together. */
  readonly network: string
  /** The TCP connection under TLS. */
  readonly socket: Socket
  readonly stage: Stage
  readonly response: ServerResponse | undefined
}

/** The most connections at once in total. */
export const mostConnections = 256
/** From this many strangers on, each new one closes another. */
const maxUnauthenticated = 96
/** From this many let-in connections on, each new one closes another. */
const maxAuthenticated = 128
/** From this many connections on, the oldest rejected one is closed. */
const nearlyFull = 240
/** How long a rejected connection may take to read its answer. */
const lingerMs = 1000

/** The connections of one listener. */
export interface ConnectionSlots {
  /** A connection came, before its handshake. */
  arrived(socket: Socket): void
  /** Its handshake is done. */
  secured(socket: Socket): void
  /**
   * Whether a request may begin on this connection: none is in progress there, and it was not
   * rejected.
   */
  isFree(socket: Socket): boolean
  /** Whether there was room; if not, the sender was answered to deliver again. */
  letIn(socket: Socket, response: ServerResponse): boolean
  /** Its body is complete. */
  complete(socket: Socket): void
  /** Its request is answered. */
  answered(socket: Socket, response: ServerResponse): void
  /**
   * Ends the connection once its answer is written: no further request is accepted, and nothing of
   * its body is read.
   */
  rejected(socket: Socket): void
  stageOf(socket: Socket): Stage | undefined
  responseOf(socket: Socket): ServerResponse | undefined
  /** Ends the connections without a request in progress. */
  endUnused(): void
  endAll(): void
}

/** The effects on connections that are closed for others. */
export interface ConnectionSlotsDeps {
  /** Answers a sender whose slot is taken before its body was complete. */
  readonly answerBusy: (response: ServerResponse) => void
  /** A connection from this address was closed without an answer. */
  readonly cut: (from: string) => void
  /**
   * Whether a delivery from this address could be let in at all; connections that could not are
   * closed first.
   */
  readonly isPermitted: (from: string | null) => boolean
}

/** Creates the connections of one listener. */
export function createConnectionSlots({
  answerBusy,
  cut: wasCut,
  isPermitted,
}: ConnectionSlotsDeps): ConnectionSlots {
  const slots = new Map<string, Slot>()
  const of = (socket: Socket): Slot | undefined => slots.get(nameOf(socket))

  /** The map keeps the order in which connections reached their stage. */
  const move = (socket: Socket, stage: Stage, response?: ServerResponse): void => {
    const slot = of(socket)
    if (!slot || slot.stage === 'leaving') return
    slots.delete(slot.name)
    slots.set(slot.name, { ...slot, stage, response })
  }
  const those = (stages: readonly Stage[]): Slot[] =>
    [...slots.values()].filter(({ stage }) => stages.includes(stage))
  /** Removed at once: before its `close` event it would be chosen again. */
  const cut = (slot: Slot): void => {
    slots.delete(slot.name)
    if (slot.stage !== 'leaving') wasCut(slot.remote)
    slot.socket.destroy()
  }
  /** Whether there is room for a stranger from this address. */
  const makeRoomFor = (remote: string): boolean => {
    const [longest] = those(['leaving'])
    if (longest && slots.size >= nearlyFull) cut(longest)
    const strangers = those(strange)
    if (strangers.length < maxUnauthenticated) return true
    const unwelcome = strangers.filter((slot) => !isPermitted(slot.remote))
    if (unwelcome.length === 0 && !isPermitted(remote)) return false
    const chosen = leastAdvanced(ofTheLargest(unwelcome.length > 0 ? unwelcome : strangers))
    if (chosen) cut(chosen)
    return true
  }
  /** Never closes a connection whose delivery is with the store: it gets its answer. */
  const makeRoomForKnown = (): boolean => {
    const idle = ofTheLargest(those(['idle']))[0]
    const sending = ofTheLargest(those(['sending']))[0]
    if (idle) cut(idle)
    else if (sending?.response) answerBusy(sending.response)
    return idle !== undefined || sending !== undefined
  }

  return {
    arrived: (socket) => {
      // Already closed: the socket has no address any more.
      const { remoteAddress: remote, remotePort } = socket
      if (remote === undefined || remotePort === undefined) return void socket.destroy()
      if (!makeRoomFor(remote)) {
        wasCut(remote)
        return void socket.destroy()
      }
      const name = nameOf(socket)
      const slot = {
        remote,
        network: networkOf(remote),
        stage: 'bare',
        response: undefined,
      } as const
      slots.set(name, { ...slot, name, socket })
      socket.once('close', () => {
        if (slots.get(name)?.socket === socket) slots.delete(name)
      })
    },
    secured: (socket) => {
      if (of(socket)?.stage === 'bare') move(socket, 'stranger')
    },
    isFree: (socket) => {
      const slot = of(socket)
      if (slot === undefined || slot.stage === 'leaving') return false
      return slot.response === undefined || slot.response.writableEnded
    },
    letIn: (socket, response) => {
      const isNew = strange.some((stage) => stage === of(socket)?.stage)
      if (isNew && those(known).length >= maxAuthenticated && !makeRoomForKnown()) {
        answerBusy(response)
        return false
      }
      move(socket, 'sending', response)
      return true
    },
    complete: (socket) => move(socket, 'storing', of(socket)?.response),
    answered: (socket, response) => {
      // The next request may begin before the `close` event of the last response.
      if (of(socket)?.response === response) move(socket, 'idle')
    },
    rejected: (socket) => {
      move(socket, 'leaving')
      // Closing at once would cut off the answer to a sender that is still writing.
      socket.destroySoon = () => linger(socket)
    },
    stageOf: (socket) => of(socket)?.stage,
    responseOf: (socket) => of(socket)?.response,
    endUnused: () => {
      for (const { socket } of those([...strange, 'idle'])) socket.destroy()
    },
    endAll: () => {
      for (const { socket } of [...slots.values()]) socket.destroy()
    },
  }
}

const strange: readonly Stage[] = ['bare', 'stranger']
const known: readonly Stage[] = ['idle', 'sending', 'storing']

/**
 * The connections of the network that has most of them; with equal numbers, of the one that came
 * first.
 */
function ofTheLargest(slots: readonly Slot[]): readonly Slot[] {
  const byNetwork = Map.groupBy(slots, ({ network }) => network)
  return [...byNetwork.values()].reduce<readonly Slot[]>(
    (largest, group) => (group.length > largest.length ? group : largest),
    [],
  )
}

/**
 * Returns the oldest connection without a handshake; if more have finished theirs, the oldest of
 * those.
 */
function leastAdvanced(slots: readonly Slot[]): Slot | undefined {
  const bare = slots.filter(({ stage }) => stage === 'bare')
  const others = slots.filter(({ stage }) => stage !== 'bare')
  return others.length > bare.length ? others[0] : bare[0]
}

/**
 * Before and after the handshake a connection has two sockets; both have this name, and no other
 * connection has it at that time.
 */
const nameOf = ({ remoteAddress = '', remotePort = 0 }: Socket): string =>
  `${remoteAddress} ${remotePort}`

function linger(socket: Socket): void {
  socket.end()
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
}
