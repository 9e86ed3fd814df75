import { fileURLToPath } from 'node:url'

/** @type {import('next').NextConfig} */
export default {
  distDir: 'build',
  poweredByHeader: false,
  compress: process.env.COMPRESS !== '0',
  serverExternalPackages: ['pg'],
  turbopack: { root: fileURLToPath(new URL('..', import.meta.url)) },
}
