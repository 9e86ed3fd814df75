import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  layout('routes/site.tsx', [
    index('routes/landing.tsx'),
    route('explore', 'routes/explore.tsx'),
    route('faq', 'routes/faq.tsx'),
    route('terms', 'routes/terms.tsx'),
    route('login', 'routes/login.tsx'),
    route('company-terms', 'routes/company-terms.tsx'),
    route('password-reset-simple', 'routes/password-reset-simple.tsx'),
    route('password-reset', 'routes/password-reset.tsx'),
    route('social-login', 'routes/social-login.tsx'),
    route('session-request', 'routes/session-request.tsx'),
    route('signup/regular', 'routes/signup-regular.tsx'),
    route('signup/influencer', 'routes/signup-influencer.tsx'),
    route('profile/:username', 'routes/profile.tsx'),
    route('live-event/:slug', 'routes/live-event.tsx'),
    route('prepaid/:slug', 'routes/prepaid-offer.tsx'),
    route('device-check', 'routes/device-check.tsx'),
    route('not-found-cover', 'routes/not-found-cover.tsx'),
    layout('routes/secure.tsx', [
      route('logout', 'routes/logout.tsx'),
      route('my-account', 'routes/my-account.tsx'),
      route('save-card', 'routes/save-card.tsx'),
      route('user', 'routes/user.tsx'),
      route('prepaid', 'routes/prepaid.tsx'),
      route('add-event', 'routes/add-event.tsx'),
      route('edit-event/:slug', 'routes/edit-event.tsx'),
    ]),
  ]),
  layout('routes/secure-call.tsx', [
    route('chat/:slug', 'routes/chat.tsx'),
    route('paidchat/:slug', 'routes/paidchat.tsx'),
    route('stream/:username/:slug', 'routes/stream.tsx'),
  ]),
  route('*', 'routes/unknown.tsx'),
] satisfies RouteConfig
