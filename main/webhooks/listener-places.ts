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
  readonly socket: Socket
  stage: Stage
  response: ServerResponse | undefined
}

/** No more than this at once; beyond `crowded`, one makes way for each that comes. */
export const mostConnections = 128
const crowded = 112
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
  /** Ends those of whom nothing is under way. */
  endIdle(): void
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
    const name = nameOf(socket)
    places.delete(name)
    places.set(name, { ...place, stage, response })
  }
  const first = (stage: Stage): Place | undefined =>
    [...places.values()].find((place) => place.stage === stage)
  const makeRoom = (): void => {
    const idle = first('leaving') ?? first('stranger')
    if (idle) idle.socket.destroy()
    else {
      const sending = first('sending')
      if (sending?.response) giveWay(sending.response)
    }
  }
  const end = (isMeant: (place: Place) => boolean): void => {
    for (const place of [...places.values()]) if (isMeant(place)) place.socket.destroy()
  }

  return {
    arrived: (socket) => {
      // Gone again already: it has no name any more.
      if (socket.remotePort === undefined) return void socket.destroy()
      if (places.size >= crowded) makeRoom()
      const name = nameOf(socket)
      places.set(name, { socket, stage: 'stranger', response: undefined })
      socket.once('close', () => places.delete(name))
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
    endIdle: () => end(({ stage }) => stage === 'stranger' || stage === 'leaving'),
    endAll: () => end(() => true),
  }
}

/** Taken before and after the handshake: both sockets of a connection have it, and no other at that time. */
const nameOf = ({ remoteAddress = '', remotePort = 0 }: Socket): string =>
  `${remoteAddress} ${remotePort}`

function linger(socket: Socket): void {
  socket.end()
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
}
