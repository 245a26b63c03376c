/**
 * The connections of a listener, and how far each has come. Who was let in once and who was not have places of
 * their own, so that strangers never push out a sender. When the strangers' places are taken, one makes way for
 * each that comes, from the address that holds most of them: so one address cannot shut the bank out at another.
 * What floods from the bank's own address, such as through the proxy in front, cannot be told from the bank before
 * its handshake: there the list of permitted addresses and that proxy have to help. There too, connections that have
 * finished their handshake keep their places before those that have not, up to half of the places.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './permitted-addresses.ts'

/**
 * `bare`: no handshake yet. `stranger`: handshake done, nothing of it is let in. `sending`: let in, its body is not
 * all there. `kept`: its delivery is with the store. `idle`: let in before and answered. `leaving`: turned away.
 */
type Stage = 'bare' | 'stranger' | 'sending' | 'kept' | 'idle' | 'leaving'

interface Place {
  readonly name: string
  readonly remote: string
  /** Who it counts for. */
  readonly network: string
  /** The connection under the encryption. */
  readonly socket: Socket
  readonly stage: Stage
  readonly response: ServerResponse | undefined
}

/** No more than this at once, all told. */
export const mostConnections = 256
/** From this many strangers, one makes way for each that comes. */
const mostStrangers = 96
/** From this many that were let in, one makes way for the next that is. */
const mostKnown = 128
/** From this many, the first of those turned away has had its time. */
const nearlyFull = 240
/** How long a connection that is turned away may take to read why. */
const lingerMs = 1000

/** Who is connected to one listener. */
export interface ConnectionSlots {
  /** A connection came, before its handshake. */
  arrived(socket: Socket): void
  /** Its handshake is done. */
  secured(socket: Socket): void
  /** Whether a request may be taken on this connection: none is under way there, and it was not turned away. */
  isFree(socket: Socket): boolean
  /** Whether there was room: if not, it was told to come again. */
  letIn(socket: Socket, response: ServerResponse): boolean
  /** Its body is all there. */
  complete(socket: Socket): void
  /** Its request is answered. */
  answered(socket: Socket, response: ServerResponse): void
  /** Ends it once its answer is written: nothing more of it is taken, and nothing of its body read. */
  turnedAway(socket: Socket): void
  stageOf(socket: Socket): Stage | undefined
  responseOf(socket: Socket): ServerResponse | undefined
  /** Ends those of whom nothing is taken at this moment. */
  endUnused(): void
  endAll(): void
}

/** What becomes of those who have to go. */
export interface ConnectionSlotsDeps {
  /** Answers a sender whose place is taken before its body was all there. */
  readonly giveWay: (response: ServerResponse) => void
  /** A connection from here was cut unanswered. */
  readonly cut: (from: string) => void
  /** Whether a delivery from here could be let in at all; who could not makes way first. */
  readonly isPermitted: (from: string | null) => boolean
}

/** Makes it for one listener. */
export function createConnectionSlots({
  giveWay,
  cut: wasCut,
  isPermitted,
}: ConnectionSlotsDeps): ConnectionSlots {
  const places = new Map<string, Place>()
  const of = (socket: Socket): Place | undefined => places.get(nameOf(socket))

  /** Those that came to their stage first stand first. */
  const move = (socket: Socket, stage: Stage, response?: ServerResponse): void => {
    const place = of(socket)
    if (!place || place.stage === 'leaving') return
    places.delete(place.name)
    places.set(place.name, { ...place, stage, response })
  }
  const those = (stages: readonly Stage[]): Place[] =>
    [...places.values()].filter(({ stage }) => stages.includes(stage))
  /** Out at once: it would be chosen again before its end is told of. */
  const cut = (place: Place): void => {
    places.delete(place.name)
    if (place.stage !== 'leaving') wasCut(place.remote)
    place.socket.destroy()
  }
  /** Whether there is room for a stranger from here. */
  const makeRoomFor = (remote: string): boolean => {
    const [longest] = those(['leaving'])
    if (longest && places.size >= nearlyFull) cut(longest)
    const strangers = those(strange)
    if (strangers.length < mostStrangers) return true
    const unwelcome = strangers.filter((place) => !isPermitted(place.remote))
    if (unwelcome.length === 0 && !isPermitted(remote)) return false
    const chosen = leastFar(ofTheLargest(unwelcome.length > 0 ? unwelcome : strangers))
    if (chosen) cut(chosen)
    return true
  }
  /** What is with the store is answered, whoever else comes. */
  const makeRoomForKnown = (): boolean => {
    const idle = ofTheLargest(those(['idle']))[0]
    const sending = ofTheLargest(those(['sending']))[0]
    if (idle) cut(idle)
    else if (sending?.response) giveWay(sending.response)
    return idle !== undefined || sending !== undefined
  }

  return {
    arrived: (socket) => {
      // Gone again already: it has no name any more.
      const { remoteAddress: remote, remotePort } = socket
      if (remote === undefined || remotePort === undefined) return void socket.destroy()
      if (!makeRoomFor(remote)) {
        wasCut(remote)
        return void socket.destroy()
      }
      const name = nameOf(socket)
      const place = {
        remote,
        network: networkOf(remote),
        stage: 'bare',
        response: undefined,
      } as const
      places.set(name, { ...place, name, socket })
      socket.once('close', () => {
        if (places.get(name)?.socket === socket) places.delete(name)
      })
    },
    secured: (socket) => {
      if (of(socket)?.stage === 'bare') move(socket, 'stranger')
    },
    isFree: (socket) => {
      const place = of(socket)
      if (place === undefined || place.stage === 'leaving') return false
      return place.response === undefined || place.response.writableEnded
    },
    letIn: (socket, response) => {
      const isNew = strange.some((stage) => stage === of(socket)?.stage)
      if (isNew && those(known).length >= mostKnown && !makeRoomForKnown()) {
        giveWay(response)
        return false
      }
      move(socket, 'sending', response)
      return true
    },
    complete: (socket) => move(socket, 'kept', of(socket)?.response),
    answered: (socket, response) => {
      // The next request may have come before the last one's end is told of.
      if (of(socket)?.response === response) move(socket, 'idle')
    },
    turnedAway: (socket) => {
      move(socket, 'leaving')
      // Closing at once would cut off an answer that is on its way to a sender who still writes.
      socket.destroySoon = () => linger(socket)
    },
    stageOf: (socket) => of(socket)?.stage,
    responseOf: (socket) => of(socket)?.response,
    endUnused: () => {
      for (const { socket } of those([...strange, 'idle'])) socket.destroy()
    },
    endAll: () => {
      for (const { socket } of [...places.values()]) socket.destroy()
    },
  }
}

const strange: readonly Stage[] = ['bare', 'stranger']
const known: readonly Stage[] = ['idle', 'sending', 'kept']

/** Of those that are given, the ones of whoever has most of them; of as many, of who has come first. */
function ofTheLargest(places: readonly Place[]): readonly Place[] {
  const byNetwork = Map.groupBy(places, ({ network }) => network)
  return [...byNetwork.values()].reduce<readonly Place[]>(
    (largest, group) => (group.length > largest.length ? group : largest),
    [],
  )
}

/** One before its handshake, unless more are behind theirs: then these hold too much, and the first of them goes. */
function leastFar(places: readonly Place[]): Place | undefined {
  const bare = places.filter(({ stage }) => stage === 'bare')
  const others = places.filter(({ stage }) => stage !== 'bare')
  return others.length > bare.length ? others[0] : bare[0]
}

/** Taken before and after the handshake: both sockets of a connection have it, and no other at that time. */
const nameOf = ({ remoteAddress = '', remotePort = 0 }: Socket): string =>
  `${remoteAddress} ${remotePort}`

function linger(socket: Socket): void {
  socket.end()
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
}
