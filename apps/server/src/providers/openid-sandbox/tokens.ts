import { createHash, randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import type { SandboxKeys } from './keys.ts'
import { claimsOf, type MadeUpPerson } from './people.ts'

export const SIGNED_BY = 'EdDSA'
const CODE_TTL_SECONDS = 60
export const TOKEN_TTL_SECONDS = 300

const codeSchema = z.object({
  jti: z.string(),
  sub: z.string(),
  client_id: z.string(),
  redirect_uri: z.string(),
  nonce: z.optional(z.string()),
  code_challenge: z.optional(z.string()),
})
export type CodeFacts = Omit<z.infer<typeof codeSchema>, 'jti'>

/** Codes and tokens of the provider; a code is taken once. */
export function createTokens(deps: { issuer: string; keys: SandboxKeys; now: () => Date }) {
  const { issuer, keys, now } = deps
  const used = new Map<string, number>()
  const seconds = () => Math.floor(now().getTime() / 1000)

  function isFirstUse(jti: string): boolean {
    for (const [id, until] of used) if (until < seconds()) used.delete(id)
    if (used.has(jti)) return false
    used.set(jti, seconds() + CODE_TTL_SECONDS)
    return true
  }

  const sign = (claims: Record<string, unknown>, audience: string) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: SIGNED_BY })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(seconds())
      .setExpirationTime(seconds() + TOKEN_TTL_SECONDS)
      .sign(keys.signing)

  return {
    newCode: (facts: CodeFacts) =>
      new SignJWT({ ...facts })
        .setProtectedHeader({ alg: 'HS256' })
        .setJti(randomUUID())
        .setExpirationTime(seconds() + CODE_TTL_SECONDS)
        .sign(keys.codes),

    /** What the code stands for, once, for the client, address and verifier that it was made for; else null. */
    async consumeCode(input: {
      code: string
      clientId: string
      redirectUri: string
      verifier: string | undefined
    }): Promise<CodeFacts | null> {
      const rules = { currentDate: now(), algorithms: ['HS256'] }
      // A forged or expired code is no code: null below.
      const read = await jwtVerify(input.code, keys.codes, rules).catch(() => null)
      const facts = codeSchema.safeParse(read?.payload).data
      if (!facts || facts.client_id !== input.clientId || facts.redirect_uri !== input.redirectUri)
        return null
      if (facts.code_challenge !== undefined && facts.code_challenge !== challengeOf(input.verifier))
        return null
      return isFirstUse(facts.jti) ? facts : null
    },

    idToken: (person: MadeUpPerson, { client_id, nonce }: CodeFacts) =>
      sign({ ...claimsOf(person), ...(nonce === undefined ? {} : { nonce }) }, client_id),

    accessToken: (person: MadeUpPerson) => sign({ sub: person.id }, `${issuer}/userinfo`),

    /** Whose access token it is; null when it is none of ours. */
    async ownerOf(accessToken: string): Promise<string | null> {
      const rules = { issuer, audience: `${issuer}/userinfo`, currentDate: now(), algorithms: [SIGNED_BY] }
      // A forged or expired token proves nobody.
      const read = await jwtVerify(accessToken, keys.verifying, rules).catch(() => null)
      return read?.payload.sub ?? null
    },
  }
}

/** PKCE by SHA-256 (RFC 7636, 4.6). */
function challengeOf(verifier: string | undefined): string {
  return createHash('sha256')
    .update(verifier ?? '')
    .digest('base64url')
}
