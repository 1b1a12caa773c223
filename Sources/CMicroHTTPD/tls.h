#pragma once
#include <gnutls/abstract.h>
#include <gnutls/x509.h>
#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>

// Certificates of servers, and what of GnuTLS the server uses beside libmicrohttpd.

/// TLS 1.2 and 1.3, with forward secrecy and authenticated encryption alone. Only elliptic curves: a client that chooses a large
/// group of integers costs the server half a second for each connection (CVE-2002-20001).
static const char tls_priorities[] =
    "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-KX-ALL:+ECDHE-ECDSA:+ECDHE-RSA"
    ":-CIPHER-ALL:+AES-128-GCM:+AES-256-GCM:+CHACHA20-POLY1305:-MAC-ALL:+AEAD"
    ":-GROUP-ALL:+GROUP-X25519:+GROUP-SECP256R1:+GROUP-SECP384R1";

enum { tls_max_parts = 16 };

/// A certificate with its chain, and its key.
struct tls_certificate {
  gnutls_pcert_st parts[tls_max_parts];
  unsigned count;
  gnutls_privkey_t key;
  time_t start, end;
};

enum tls_problem { tls_none, tls_no_certificate, tls_unsorted, tls_no_key, tls_key_does_not_fit, tls_unusable_key };

static inline void tls_free(struct tls_certificate *certificate) {
  for (unsigned index = 0; index < certificate->count; index++) gnutls_pcert_deinit(&certificate->parts[index]);
  if (certificate->key) gnutls_privkey_deinit(certificate->key);
  free(certificate);
}

/// Whether a key is that of the first certificate: both have the same public key.
static inline int tls_key_fits(struct tls_certificate *certificate) {
  gnutls_pubkey_t public_key;
  unsigned char ids[2][64] = {{0}};
  size_t sizes[2] = {sizeof ids[0], sizeof ids[1]};
  if (gnutls_pubkey_init(&public_key) < 0) return 0;
  int fits = gnutls_pubkey_import_privkey(public_key, certificate->key, 0, 0) >= 0 &&
             gnutls_pubkey_get_key_id(public_key, 0, ids[0], &sizes[0]) >= 0 &&
             gnutls_pubkey_get_key_id(certificate->parts[0].pubkey, 0, ids[1], &sizes[1]) >= 0 &&
             sizes[0] == sizes[1] && memcmp(ids[0], ids[1], sizes[0]) == 0;
  gnutls_pubkey_deinit(public_key);
  return fits;
}

/// Whether handshakes with a key succeed with all clients of today.
static inline int tls_key_is_usable(gnutls_privkey_t key) {
  unsigned bits = 0;
  gnutls_ecc_curve_t curve = GNUTLS_ECC_CURVE_INVALID;
  switch (gnutls_privkey_get_pk_algorithm(key, &bits)) {
    case GNUTLS_PK_RSA: return bits >= 2048;
    case GNUTLS_PK_ECDSA:
      return gnutls_privkey_export_ecc_raw(key, &curve, NULL, NULL, NULL) >= 0 &&
             (curve == GNUTLS_ECC_CURVE_SECP256R1 || curve == GNUTLS_ECC_CURVE_SECP384R1);
    case GNUTLS_PK_EDDSA_ED25519: return 1;
    default: return 0;
  }
}

/// Reads texts in PEM format. Returns NULL and sets the problem if they are wrong.
static inline struct tls_certificate *tls_load(
    const void *chain, size_t chain_size, const void *key, size_t key_size, enum tls_problem *problem) {
  struct tls_certificate *certificate = (struct tls_certificate *)calloc(1, sizeof *certificate);
  if (!certificate) abort();
  gnutls_datum_t text = {(unsigned char *)chain, (unsigned)chain_size};
  gnutls_datum_t key_text = {(unsigned char *)key, (unsigned)key_size};
  gnutls_x509_crt_t certificates[tls_max_parts];
  unsigned count = tls_max_parts;
  int result = gnutls_x509_crt_list_import(
      certificates, &count, &text, GNUTLS_X509_FMT_PEM, GNUTLS_X509_CRT_LIST_FAIL_IF_UNSORTED);
  *problem = result == GNUTLS_E_CERTIFICATE_LIST_UNSORTED ? tls_unsorted : result <= 0 ? tls_no_certificate : tls_none;
  if (*problem != tls_none) {
    free(certificate);
    return NULL;
  }
  certificate->start = gnutls_x509_crt_get_activation_time(certificates[0]);
  certificate->end = gnutls_x509_crt_get_expiration_time(certificates[0]);
  for (int index = 0; index < result; index++) {
    if (*problem == tls_none && gnutls_pcert_import_x509(&certificate->parts[index], certificates[index], 0) < 0)
      *problem = tls_no_certificate;
    if (*problem == tls_none) certificate->count++;
    gnutls_x509_crt_deinit(certificates[index]);
  }
  if (*problem == tls_none) {
    if (gnutls_privkey_init(&certificate->key) < 0 ||
        gnutls_privkey_import_x509_raw(certificate->key, &key_text, GNUTLS_X509_FMT_PEM, NULL, 0) < 0)
      *problem = tls_no_key;
    else if (!tls_key_fits(certificate))
      *problem = tls_key_does_not_fit;
    else if (!tls_key_is_usable(certificate->key))
      *problem = tls_unusable_key;
  }
  if (*problem == tls_none) return certificate;
  tls_free(certificate);
  return NULL;
}

/// Sends a request over TLS on a connected socket that blocks, and receives the start of the answer. The certificate of the
/// server is not checked. Returns the number of bytes.
static inline size_t tls_ask(int descriptor, const void *request, size_t size, char *answer, size_t limit) {
  gnutls_certificate_credentials_t credentials;
  gnutls_session_t session;
  size_t count = 0;
  if (gnutls_certificate_allocate_credentials(&credentials) < 0) return 0;
  if (gnutls_init(&session, GNUTLS_CLIENT) >= 0) {
    gnutls_set_default_priority(session);
    gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, credentials);
    gnutls_transport_set_int(session, descriptor);
    if (gnutls_handshake(session) >= 0 && gnutls_record_send(session, request, size) == (ssize_t)size) {
      ssize_t received;
      while (count < limit && (received = gnutls_record_recv(session, answer + count, limit - count)) > 0) count += received;
    }
    gnutls_deinit(session);
  }
  gnutls_certificate_free_credentials(credentials);
  return count;
}

/// Sends bytes on a connection of libmicrohttpd that has TLS. Never blocks.
static inline void tls_send(struct MHD_Connection *connection, const void *bytes, size_t size) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
  if (info && info->tls_session) gnutls_record_send((gnutls_session_t)info->tls_session, bytes, size);
}
