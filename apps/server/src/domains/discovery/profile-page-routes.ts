import {
  detailSchema,
  fieldErrorsSchema,
  influencerSchema,
  messages,
  PRODUCT,
  profilePatchSchema,
  virtualEventPatchSchema,
} from '@parley/contract'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Routes } from '../../http/app-type.ts'
import { readMultipartForm } from '../../http/multipart-form.ts'
import { isRecord, personOf } from '../../http/policy.ts'
import type { LimitOf } from '../../http/rate-limits.ts'
import type { DiscoveryDeps } from './deps.ts'
import { editPage, showInfluencer } from './profile-page.ts'

const byUsername = z.object({ username: z.string() })

const imageFile = z.file({ error: messages.fileNotAnImage })
const imageFields = z.object({ picture: z.optional(imageFile) })
const profileFormSchema = z.extend(profilePatchSchema, {
  profile: z.optional(imageFields),
  /** The specification names the image of an event `profile`; it may also be named as that of a profile. */
  virtual_event: z.optional(
    z.extend(virtualEventPatchSchema, {
      profile: z.optional(z.union([imageFile, imageFields], { error: messages.fileNotAnImage })),
    }),
  ),
})

/** The specification names the new image of a profile `profile` alone, too. */
async function nameProfileImage(request: FastifyRequest): Promise<void> {
  const { body } = request
  if (isRecord(body) && body.profile instanceof File) body.profile = { picture: body.profile }
}

const OFFERS = ['main_session', 'main_live_event', 'virtual_event']

/** Whether an edit changes an offer: a price, a text of the call, or an event. */
function offersSomething({ body }: FastifyRequest): boolean {
  return isRecord(body) && OFFERS.some(field => body[field] !== undefined)
}

/** An influencer's page, with their events, and its edit. */
export function profilePageRoutes(deps: DiscoveryDeps, limitOf: LimitOf): Routes {
  return app => {
    app.get(
      `/api/${PRODUCT}/:username/`,
      {
        config: { policy: 'anyone' },
        schema: {
          tags: ['profile'],
          params: byUsername,
          response: { 200: influencerSchema, 404: detailSchema },
        },
      },
      request => showInfluencer(deps, { username: request.params.username, viewer: request.person }),
    )
    app.patch(
      '/api/influencer/:username/',
      {
        config: { policy: 'owner', age: offersSomething, ...limitOf('upload') },
        preValidation: [readMultipartForm, nameProfileImage],
        schema: {
          tags: ['profile'],
          consumes: ['multipart/form-data', 'application/json'],
          params: byUsername,
          body: profileFormSchema,
          response: { 200: influencerSchema, 400: fieldErrorsSchema, 403: detailSchema, 404: detailSchema },
        },
      },
      async request => {
        const { profile, virtual_event, ...patch } = request.body
        const person = personOf(request)
        const picture = profile?.picture ?? null
        if (!virtual_event) return editPage(deps, { person, patch, picture, event: null })
        const { profile: eventImage = null, ...eventPatch } = virtual_event
        const eventPicture = eventImage instanceof File ? eventImage : (eventImage?.picture ?? null)
        const event = { patch: eventPatch, picture: eventPicture }
        return editPage(deps, { person, patch, picture, event })
      },
    )
  }
}
