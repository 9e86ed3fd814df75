/** The library of passkeys is 250 modules: it is loaded when the first person uses one. */
export const webauthn = () => import('@simplewebauthn/server')
