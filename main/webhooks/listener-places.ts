/**
 * The connections of a listener, and how far each has come. When there is no room for another, the one that
 * has kept its place longest without being let in makes way, so that slow senders cannot shut the bank out.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * `stranger`: nothing of it is let in, or its last request is answered. `sending`: let in, its body is not all
 * there. `kept`: its delivery is with the store. `leaving`: turned away.
 */
type Stage = 'stranger' | 'sending' | 'kept' | 'leaving'

interface Place {
  readonly name: string
  /** The connection under the encryption. */
  readonly socket: Socket
  readonly stage: Stage
  readonly response: ServerResponse | undefined
  /** When it came to its stage, by the clock that only goes forward. */
  readonly since: number
}

/** No more than this at once, all told. */
export const mostConnections = 256
/** From this many that are not turned away, one makes way for each that comes. */
const crowded = 128
/** From this many, the first of those turned away has had its time. */
const nearlyFull = 240
const strangerMs = 1000
/** How long a connection that is turned away may take to read why. */
const lingerMs = 1000

/** Who is connected to one listener. */
export interface Places {
  /** A connection came, before its handshake. */
  arrived(socket: Socket): void
  /** Whether a request may be taken on this connection: none is under way there, and it was not turned away. */
  isFree(socket: Socket): boolean
  letIn(socket: Socket, response: ServerResponse): void
  /** Its body is all there. */
  complete(socket: Socket): void
  /** Its request is answered; the next begins as a stranger's. */
  answered(socket: Socket, response: ServerResponse): void
  /** Ends it once its answer is written: nothing more of it is taken, and nothing of its body read. */
  turnedAway(socket: Socket): void
  stageOf(socket: Socket): Stage | undefined
  responseOf(socket: Socket): ServerResponse | undefined
  /** Ends those of whom nothing is taken. */
  endStrangers(): void
  endAll(): void
}

/** @param giveWay answers a sender whose place is taken before its body was all there. */
export function createPlaces(giveWay: (response: ServerResponse) => void): Places {
  const places = new Map<string, Place>()
  const of = (socket: Socket): Place | undefined => places.get(nameOf(socket))

  /** Those that came to their stage first stand first. */
  const move = (socket: Socket, stage: Stage, response?: ServerResponse): void => {
    const place = of(socket)
    if (!place || place.stage === 'leaving') return
    places.delete(place.name)
    places.set(place.name, { ...place, stage, response, since: performance.now() })
  }
  const first = (isMeant: (place: Place) => boolean): Place | undefined =>
    [...places.values()].find(isMeant)
  /** Out at once: it would be chosen again before its end is told of. */
  const cut = (place: Place): void => {
    places.delete(place.name)
    place.socket.destroy()
  }
  const makeRoom = (): void => {
    const leaving = [...places.values()].filter(isLeaving)
    const [longest] = leaving
    if (longest && places.size >= nearlyFull) cut(longest)
    if (places.size - leaving.length < crowded) return
    const chosen = first(isOverdue) ?? first(isWaitedFor)
    if (chosen?.response) giveWay(chosen.response)
    else if (chosen) cut(chosen)
  }
  const end = (isMeant: (place: Place) => boolean): void => {
    for (const place of [...places.values()]) if (isMeant(place)) place.socket.destroy()
  }

  return {
    arrived: (socket) => {
      // Gone again already: it has no name any more.
      if (socket.remotePort === undefined) return void socket.destroy()
      makeRoom()
      const name = nameOf(socket)
      const since = performance.now()
      places.set(name, { name, socket, stage: 'stranger', response: undefined, since })
      socket.once('close', () => {
        if (places.get(name)?.socket === socket) places.delete(name)
      })
    },
    isFree: (socket) => {
      const place = of(socket)
      if (place === undefined || place.stage === 'leaving') return false
      return place.stage === 'stranger' || place.response?.writableEnded === true
    },
    letIn: (socket, response) => move(socket, 'sending', response),
    complete: (socket) => move(socket, 'kept', of(socket)?.response),
    answered: (socket, response) => {
      // The next request may have come before the last one's end is told of.
      if (of(socket)?.response === response) move(socket, 'stranger')
    },
    turnedAway: (socket) => {
      move(socket, 'leaving')
      // Closing at once would cut off an answer that is on its way to a sender who still writes.
      socket.destroySoon = () => linger(socket)
    },
    stageOf: (socket) => of(socket)?.stage,
    responseOf: (socket) => of(socket)?.response,
    endStrangers: () => end(({ stage }) => stage === 'stranger'),
    endAll: () => end(() => true),
  }
}

const isLeaving = ({ stage }: Place): boolean => stage === 'leaving'

/** What makes way at all: what is with the store is answered, whoever else comes. */
const isWaitedFor = ({ stage }: Place): boolean => stage === 'stranger' || stage === 'sending'

/** An honest sender says who it is in less; who has credentials goes after those who have not. */
const isOverdue = ({ stage, since }: Place): boolean =>
  stage === 'stranger' && performance.now() - since > strangerMs

/** Taken before and after the handshake: both sockets of a connection have it, and no other at that time. */
const nameOf = ({ remoteAddress = '', remotePort = 0 }: Socket): string =>
  `${remoteAddress} ${remotePort}`

function linger(socket: Socket): void {
  socket.end()
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
}
