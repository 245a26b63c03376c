/**
 * Every way in which a document can try to reach a server, each with its own port. `attempt` runs
 * in the page: it must not use anything of this module.
 */

/** The ways, by name; each has its port. */
export const ways = [
  'fetch',
  'fetch without cors',
  'XMLHttpRequest',
  'WebSocket',
  'EventSource',
  'sendBeacon',
  'WebTransport',
  'worker',
  'shared worker',
  'service worker',
  'image',
  'script',
  'stylesheet',
  'preload',
  'prefetch',
  'module preload',
  'preconnect',
  'dns-prefetch',
  'icon',
  'manifest',
  'font',
  'css url',
  'css of the program',
  'video',
  'audio',
  'track',
  'iframe',
  'object',
  'embed',
  'svg image',
  'input image',
  'fetch from a blank frame',
  'image in a blank frame',
  'webrtc, stun',
  'webrtc, turn over tcp',
  'webrtc from a blank frame',
  'import',
  'ping',
  'form',
  'window.open',
  'refresh',
  'navigation',
] as const
export type Way = (typeof ways)[number]
export type Ports = Readonly<Record<Way, number>>

/**
 * Tries every way but those that leave the document. A way that throws at once counts as rejected,
 * which is as good.
 */
export function attempt(ports: Ports): void {
  const http = (way: Way) => `http://127.0.0.1:${String(ports[way])}/`
  const quiet = () => undefined
  const tried = (act: () => unknown): void => {
    try {
      const result = act()
      if (result instanceof Promise) result.catch(quiet)
    } catch {
      // Refused at once.
    }
  }
  const element = (name: string, attributes: Record<string, string>, into: Node = document.head) =>
    tried(() => {
      const created = document.createElement(name)
      into.appendChild(created)
      for (const [key, value] of Object.entries(attributes))
        tried(() => created.setAttribute(key, value))
    })
  const link = (way: Way, rel: string, more: Record<string, string> = {}) =>
    element('link', { rel, ...more, href: http(way) })
  const body = document.body

  tried(() => fetch(http('fetch')))
  tried(() => fetch(http('fetch without cors'), { mode: 'no-cors', method: 'POST', body: 'x' }))
  tried(() => {
    const request = new XMLHttpRequest()
    request.open('GET', http('XMLHttpRequest'))
    request.send()
  })
  tried(() => new WebSocket(http('WebSocket').replace('http', 'ws')))
  tried(() => new EventSource(http('EventSource')))
  tried(() => navigator.sendBeacon(http('sendBeacon'), 'x'))
  tried(() => {
    const transport = new WebTransport(http('WebTransport').replace('http', 'https'))
    return Promise.all([transport.ready, transport.closed])
  })
  tried(() => new Worker(http('worker')))
  tried(() => new SharedWorker(http('shared worker')))
  tried(() => navigator.serviceWorker.register(http('service worker')))
  tried(() => (new Image().src = http('image')))
  tried(() => {
    const script = document.createElement('script')
    document.head.append(script)
    script.src = http('script')
  })
  link('stylesheet', 'stylesheet')
  link('preload', 'preload', { as: 'image' })
  link('prefetch', 'prefetch')
  link('module preload', 'modulepreload')
  link('preconnect', 'preconnect')
  link('dns-prefetch', 'dns-prefetch')
  link('icon', 'icon')
  link('manifest', 'manifest')
  tried(() => new FontFace('reached', `url(${http('font')})`).load())
  tried(() => (body.style.backgroundImage = `url(${http('css url')})`))
  tried(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`html { background: url(${http('css of the program')}) }`)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })
  element('video', { src: http('video'), preload: 'auto' }, body)
  element('audio', { src: http('audio'), preload: 'auto' }, body)
  tried(() => {
    const video = body.appendChild(document.createElement('video'))
    const track = video.appendChild(document.createElement('track'))
    Object.assign(track, { kind: 'subtitles', default: true, src: http('track') })
    track.track.mode = 'showing'
  })
  element('iframe', { src: http('iframe') }, body)
  element('object', { data: http('object') }, body)
  element('embed', { src: http('embed') }, body)
  tried(() => {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    const image = document.createElementNS('http://www.w3.org/2000/svg', 'image')
    image.setAttribute('href', http('svg image'))
    body.appendChild(svg).appendChild(image)
  })
  element('input', { type: 'image', src: http('input image') }, body)

  const gather = (Connection: typeof RTCPeerConnection, server: RTCIceServer) =>
    tried(() => {
      const connection = new Connection({ iceServers: [server] })
      connection.createDataChannel('x')
      return connection.createOffer().then((offer) => connection.setLocalDescription(offer))
    })
  const at = (way: Way) => `127.0.0.1:${String(ports[way])}`
  gather(RTCPeerConnection, { urls: `stun:${at('webrtc, stun')}` })
  const account = { username: 'u', credential: 'c' }
  const turn = `turn:${at('webrtc, turn over tcp')}?transport=tcp`
  gather(RTCPeerConnection, { urls: turn, ...account })

  tried(() => {
    const frame = body.appendChild(document.createElement('iframe'))
    const inside = frame.contentWindow as (Window & typeof globalThis) | null
    if (!inside) return
    tried(() => inside.fetch(http('fetch from a blank frame')))
    tried(() => (new inside.Image().src = http('image in a blank frame')))
    const urls = [
      `stun:${at('webrtc from a blank frame')}`,
      `turn:${at('webrtc from a blank frame')}?transport=tcp`,
    ]
    gather(inside.RTCPeerConnection, { urls, ...account })
  })
}

/** Tries to leave the document, in one way. */
export function leave([way, port]: readonly [Way, number]): void {
  const url = `http://127.0.0.1:${String(port)}/`
  const anchor = Object.assign(document.createElement('a'), { href: '#', ping: url })
  const form = Object.assign(document.createElement('form'), { action: url, method: 'post' })
  const meta = Object.assign(document.createElement('meta'), {
    httpEquiv: 'refresh',
    content: `0;url=${url}`,
  })
  if (way === 'ping') document.body.appendChild(anchor).click()
  if (way === 'form') document.body.appendChild(form).submit()
  if (way === 'window.open') globalThis.open(url)
  if (way === 'refresh') document.head.append(meta)
  if (way === 'navigation') location.href = url
}

/** The ways that may navigate away from the document. */
export const leaving = ['ping', 'form', 'window.open', 'refresh', 'navigation'] as const
