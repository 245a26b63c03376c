/**
 * A member that Electron has and the stand-in lacks must fail loudly, never read as `undefined`.
 */

/** Names that Node, Playwright and the test runner read off any object, unrelated to Electron. */
const readByTools = new Set([
  'then',
  'toJSON',
  'inspect',
  'constructor',
  'nodeType',
  'asymmetricMatch',
  '$$typeof',
  '_events',
  '_eventsCount',
  '_maxListeners',
  'domain',
  'objectId',
  '__esModule',
  'default',
  'length',
  'name',
])

/** The error for a part of Electron that is not here. */
export const notImplemented = (what: string): Error =>
  new Error(`electron stand-in: ${what} is not implemented`)

/** A prototype to put at the very end of a chain, so that members that do exist cost nothing. */
function strictPrototype(base: object, name: string): object {
  return new Proxy(base, {
    get(target, key, receiver): unknown {
      if (typeof key === 'symbol' || key in target || readByTools.has(key))
        return Reflect.get(target, key, receiver)
      throw notImplemented(`${name}.${key}`)
    },
  })
}

/** Makes the instances of a class throw on every member that the class does not have. */
export function strictClass(constructor: { prototype: object }, name: string): void {
  const parent = Object.getPrototypeOf(constructor.prototype) as object
  Object.setPrototypeOf(constructor.prototype, strictPrototype(parent, name))
}

/** Makes an object throw on every member that it does not have. */
export function strictObject<T extends object>(name: string, object: T): T {
  return Object.setPrototypeOf(object, strictPrototype(Object.prototype, name)) as T
}
