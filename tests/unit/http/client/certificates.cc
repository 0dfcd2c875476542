// SPDX-License-Identifier: EUPL-1.2

#include "unit/http/client/certificates.h"

#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <cstdio>

namespace orgreg::http {
namespace {

void Extend(X509* certificate, int kind, const std::string& value) {
  X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, nullptr, kind, value.c_str());
  X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
}

Identity Unsigned(const char* common_name, std::chrono::seconds end) {
  Identity made{.key = OpenSsl<EVP_PKEY>(EVP_EC_gen("P-256")),
                .certificate = OpenSsl<X509>(X509_new())};
  X509* const certificate = made.certificate.get();
  X509_set_version(certificate, X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), common_name[0]);
  constexpr std::chrono::seconds kDay = std::chrono::hours(24);
  X509_gmtime_adj(X509_getm_notBefore(certificate), (end - kDay).count());
  X509_gmtime_adj(X509_getm_notAfter(certificate), end.count());
  X509_set_pubkey(certificate, made.key.get());
  X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate), "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>(common_name), -1, -1, 0);
  return made;
}

}  // namespace

Authority::Authority() : own_(Unsigned("Tests", std::chrono::hours(2))) {
  X509* const certificate = own_.certificate.get();
  X509_set_issuer_name(certificate, X509_get_subject_name(certificate));
  Extend(certificate, NID_basic_constraints, "critical,CA:TRUE");
  X509_sign(certificate, own_.key.get(), EVP_sha256());
}

Identity Authority::Sign(const std::string& names, std::chrono::seconds end) const {
  Identity made = Unsigned("Server", end);
  X509* const certificate = made.certificate.get();
  X509_set_issuer_name(certificate, X509_get_subject_name(own_.certificate.get()));
  Extend(certificate, NID_subject_alt_name, names);
  X509_sign(certificate, own_.key.get(), EVP_sha256());
  return made;
}

void Authority::Write(const std::string& path) const {
  FILE* const file = std::fopen(path.c_str(), "w");
  PEM_write_X509(file, own_.certificate.get());
  std::fclose(file);
}

}  // namespace orgreg::http
