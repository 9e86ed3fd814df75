import {
  createdUserSchema,
  detailSchema,
  fieldErrorsSchema,
  ownUserSchema,
  passwordChangeSchema,
  publicUserSchema,
  settingsPatchSchema,
  stepUpNeededSchema,
} from '@parley/contract'
import * as z from 'zod/mini'
import type { Routes } from '../../http/app-type.ts'
import { readMultipartForm } from '../../http/multipart-form.ts'
import { personOf } from '../../http/policy.ts'
import type { LimitOf } from '../../http/rate-limits.ts'
import type { AccountsDeps } from './deps.ts'
import { sourceOf } from './guessing/source-of.ts'
import { deviceName } from './login/device-name.ts'
import { answerLogin } from './login/login-cookie.ts'
import { becomeInfluencer } from './own-account/become-influencer.ts'
import { changeSettings } from './own-account/change-settings.ts'
import { createAccount } from './own-account/create-account.ts'
import { imageStepSchema, signUpFormSchema, signUpValidator } from './own-account/sign-up-form.ts'
import { changePassword } from './passwords/change-password.ts'
import { showMe, showUser } from './show-user.ts'

/** Signing up, one's own account, and other people. */
export function accountRoutes(deps: AccountsDeps, limitOf: LimitOf): Routes {
  return app => {
    app.post(
      '/api/user/',
      {
        config: { policy: 'anyone', ...limitOf('signUp') },
        preValidation: readMultipartForm,
        validatorCompiler: signUpValidator,
        schema: {
          tags: ['user'],
          consumes: ['multipart/form-data', 'application/json'],
          body: signUpFormSchema,
          response: { 201: createdUserSchema, 400: fieldErrorsSchema, 409: detailSchema },
        },
      },
      async (request, reply) => {
        const form = request.body
        const influencer = 'file' in form ? { step: form, file: form.file } : null
        const device = deviceName(request.headers['user-agent'])
        const source = sourceOf(request.ip)
        const made = await createAccount(deps, {
          account: form,
          influencer,
          origin: 'sign-up',
          device,
          source,
        })
        const token = await answerLogin(
          deps,
          { request, reply },
          { userId: made.user.id, tokens: made.tokens },
        )
        return reply.code(201).send({ ...made.user, token })
      },
    )
    app.get(
      '/api/user/me/',
      {
        config: { policy: 'self' },
        schema: { tags: ['user'], response: { 200: ownUserSchema, 401: detailSchema } },
      },
      request => showMe(deps, personOf(request)),
    )
    app.patch(
      '/api/user/me/',
      {
        config: { policy: 'self' },
        schema: {
          tags: ['user'],
          body: settingsPatchSchema,
          response: {
            200: ownUserSchema,
            400: fieldErrorsSchema,
            401: detailSchema,
            403: stepUpNeededSchema,
          },
        },
      },
      request => changeSettings(deps, { person: personOf(request), patch: request.body }),
    )
    app.post(
      '/api/user/me/password/',
      {
        config: { policy: 'self', ...limitOf('login') },
        schema: {
          tags: ['user'],
          body: passwordChangeSchema,
          response: {
            200: z.object({}),
            400: fieldErrorsSchema,
            401: detailSchema,
            403: stepUpNeededSchema,
          },
        },
      },
      async request => {
        await changePassword(deps, { person: personOf(request), change: request.body })
        return {}
      },
    )
    app.post(
      '/api/user/me/become-influencer/',
      {
        config: { policy: 'self', age: true, ...limitOf('upload') },
        preValidation: readMultipartForm,
        schema: {
          tags: ['user'],
          consumes: ['multipart/form-data', 'application/json'],
          body: imageStepSchema,
          response: { 200: ownUserSchema, 400: fieldErrorsSchema, 401: detailSchema, 409: detailSchema },
        },
      },
      request => {
        const { file, ...step } = request.body
        return becomeInfluencer(deps, { person: personOf(request), step, file })
      },
    )
    app.get(
      '/api/user/get_user/:username/',
      {
        config: { policy: 'anyone' },
        schema: {
          tags: ['user'],
          params: z.object({ username: z.string() }),
          response: { 200: z.union([ownUserSchema, publicUserSchema]), 404: detailSchema },
        },
      },
      request => showUser(deps, { username: request.params.username, viewer: request.person }),
    )
  }
}
