import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  layout('routes/site.tsx', [
    index('routes/landing.tsx'),
    route('faq', 'routes/faq.tsx'),
    route('terms', 'routes/terms.tsx'),
    route('login', 'routes/login.tsx'),
    route('password-reset-simple', 'routes/password-reset-simple.tsx'),
    route('signup/regular', 'routes/signup-regular.tsx'),
    route('signup/influencer', 'routes/signup-influencer.tsx'),
    route('profile/:username', 'routes/profile.tsx'),
    route('prepaid/:slug', 'routes/prepaid-offer.tsx'),
    route('not-found-cover', 'routes/not-found-cover.tsx'),
    layout('routes/secure.tsx', [
      route('logout', 'routes/logout.tsx'),
      route('my-account', 'routes/my-account.tsx'),
      route('prepaid', 'routes/prepaid.tsx'),
    ]),
  ]),
  layout('routes/secure-call.tsx', [
    route('chat/:slug', 'routes/chat.tsx'),
    route('paidchat/:slug', 'routes/paidchat.tsx'),
  ]),
  route('*', 'routes/unknown.tsx'),
] satisfies RouteConfig
